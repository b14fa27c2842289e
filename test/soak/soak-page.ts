import { repeatableRandom } from '../helpers/repeatable-random.ts';
import { MixedLoad, senderTo } from './mixed-load.ts';

/** The mixed load in a page, as `globalThis.soakPage`. */
export interface SoakPage {
  readonly load: MixedLoad;
  start(): Promise<void>;
  end(): Promise<void>;
  read(path: string): Promise<unknown>;
}

const send = senderTo('', 'Bearer admin-token');

let isOver = false;
let running: Promise<void> | undefined;

const soakPage: SoakPage = {
  load: new MixedLoad({ send, random: repeatableRandom(1), clients: 8, pause: 100 }),
  async start() {
    await soakPage.load.prepare();
    running = soakPage.load.run(() => isOver);
  },
  async end() {
    isOver = true;
    await running;
  },
  read: async (path) => (await send('GET', path)).json(),
};

Object.assign(globalThis, { soakPage });
