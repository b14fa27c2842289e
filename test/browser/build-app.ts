import { build } from 'vite';

const root = new URL('../../', import.meta.url).pathname;

/** Before the browser tests: they are about the code as it is now. */
export default async function buildApp(): Promise<void> {
  await build({ root, logLevel: 'error' });
  await build({ root, mode: 'worker', logLevel: 'error' });
}
