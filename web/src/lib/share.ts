// A text inside a link: compressed, in letters that an address may have. The part behind # is never sent to a server.

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const passed = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(passed).arrayBuffer());
}

export async function pack(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

// Fails for what pack() did not make.
export async function unpack(packed: string): Promise<string> {
  const letters = atob(packed.replace(/-/g, '+').replace(/_/g, '/'));
  const bytes = await through(Uint8Array.from(letters, (c) => c.charCodeAt(0)), new DecompressionStream('deflate-raw'));
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

// By the device's own sheet, where it has one; else into the clipboard: true when it is there.
export async function shareLink(url: string, text = ''): Promise<boolean> {
  if (!('share' in navigator)) return copy(url);
  await navigator.share({ url, ...(text && { text }) }).catch(() => undefined); // or nothing chosen
  return false;
}

export function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.download = name;
  link.href = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`;
  link.click();
}
