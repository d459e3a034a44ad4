// Games of this browser and of the server, fetched and put in one list, the newest first.
import { get } from '../lib/api';
import { keptGames } from '../lib/games';
import { ofBrowser, ofServer, type PlayedGame, type ServerGame } from './played';

export const browserGames = async (): Promise<PlayedGame[]> => (await keptGames()).map(ofBrowser);

const page = 100;
const most = 1000;

// As many as an answer and patience hold. Fails with an ApiError.
export async function serverGames(user: string): Promise<PlayedGame[]> {
  const games: ServerGame[] = [];
  for (let before = 0; games.length < most; before = games[games.length - 1].finished_at) {
    const query = `games?user=me&most=${page}${before ? `&before=${before}` : ''}`;
    const found = (await get<{ games: ServerGame[] }>(query)).games;
    games.push(...found);
    if (found.length < page) break;
  }
  return games.map((game) => ofServer(game, user));
}

export const newestFirst = (...lists: PlayedGame[][]): PlayedGame[] => lists.flat().sort((a, b) => b.at - a.at);
