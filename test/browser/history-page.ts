import { repeatableRandom } from '../helpers/repeatable-random.ts';
import type { History } from '../history/history.ts';
import { recordHistory, type Send } from '../history/record-history.ts';

/** Milliseconds after a request without an answer before the next one. */
const PAUSE = 20;

/** Records a history of the cluster in this page's worker. */
export interface HistoryPage {
  /** The number of answers so far. */
  answered: number;
  /** Increases when the worker is about to be killed, and when it was killed: odd in between. */
  kills: number;
  record(shape: HistoryShape): Promise<History>;
}

export interface HistoryShape {
  readonly clients: number;
  readonly keys: number;
  readonly watches: number;
  /** Requests of each client. */
  readonly requests: number;
  readonly seed: number;
}

/**
 * Chromium sends a request to the next worker when one is killed before it answers. The answer to a write is then that of
 * its second attempt, such as a conflict with the first one. It counts as none.
 */
const send: Send = async (method, path, body, contentType = 'application/json') => {
  const { kills } = historyPage;
  const headers = { authorization: 'Bearer admin-token', 'content-type': contentType };
  const response = await fetch(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  historyPage.answered += 1;
  if (method !== 'GET' && (kills % 2 > 0 || kills < historyPage.kills)) throw new Error('the worker was killed');
  return response;
};

const historyPage: HistoryPage = {
  answered: 0,
  kills: 0,
  async record({ seed, ...shape }) {
    const history = await recordHistory({
      ...{ ...shape, random: repeatableRandom(seed), send },
      recovered: () => new Promise((resolve) => setTimeout(resolve, PAUSE)),
    });
    return { ...history, resends: true };
  },
};

Object.assign(globalThis, { historyPage });
