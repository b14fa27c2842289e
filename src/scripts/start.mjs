/** `npm start`: installs, builds and serves the app. `npm start -- --port 5000` uses another port. */
import { build } from './build.mjs';
import { install } from './install.mjs';
import { root } from './run-command.mjs';

const at = process.argv.indexOf('--port');
const port = at < 0 ? 4173 : Number(process.argv[at + 1]);
if (!Number.isInteger(port) || port < 0 || port > 65535) {
  console.error('--port takes a port number.');
  process.exit(2);
}

await install();
await build();
const { preview } = await import('vite');
const server = await preview({ root, preview: { port, strictPort: true, host: 'localhost' } }).catch((error) => {
  console.error(`Could not serve the app: ${error.message}. Choose another port: npm start -- --port 5000`);
  process.exit(1);
});
const address = server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? `http://localhost:${port}`;
console.log(`\nTabplane is ready on ${address} (Ctrl+C stops it)`);
