// Everything that this browser keeps of a person: settings, games, drafts. The page's own files stay, for offline use.
const database = 'uno'; // of lib/games.ts

function deleteDatabase(): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(database);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error ?? new Error(database));
    request.onblocked = () => resolve(); // goes as soon as the other tabs are closed
  });
}

// Deletes all of it and begins anew. Who is signed in at a server stays so.
export async function forgetEverything(): Promise<void> {
  await deleteDatabase();
  localStorage.clear();
  sessionStorage.clear();
  location.reload();
}
