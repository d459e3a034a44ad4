// How many players stand side by side on a phone: six as three and three, four as two and two.
export const columnsFor = (players: number): number => (players === 4 ? 2 : Math.min(players, 3));
