import { expect, it } from 'vitest';
import { attackServer } from './attack-server.ts';

const SECONDS = 20;
const SEED = 24;

it('a server survives twenty seconds of generated attacks without long delays or growth', async () => {
  const { failures, figures } = await attackServer(SECONDS, SEED);
  expect(failures).toEqual([]);
  expect(figures.every(({ sent }) => sent > 5)).toBe(true);
});
