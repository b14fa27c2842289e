import { expect, it } from 'vitest';
import { fuzzServer } from './fuzz-server.ts';

const REQUESTS = 20_000;
/** The requests are the same in every run, so that only changes of the code can break the test. */
const SEED = 1;

it(`${REQUESTS} damaged requests get a response below 500 or a complete Status within their budgets, and dry runs store nothing`, async () => {
  const { sent, failures } = await fuzzServer({ requests: REQUESTS, seed: SEED });
  expect(failures).toEqual([]);
  expect(sent).toBe(REQUESTS);
}, 300_000);
