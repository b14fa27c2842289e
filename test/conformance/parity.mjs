/** `npm run parity`: replays every recorded conversation in both dialects on all hosts, and writes docs/parity.md. */
import { runCommand } from '../../src/scripts/run-command.mjs';

const files = ['kubernetes.test', 'cluster.test', 'webhooks-node-host.test', 'generated.test'].map((name) => `conformance/${name}`);
await runCommand(
  'Replaying all recorded conversations',
  'npx',
  [
    ...['vitest', 'run', '--project', 'conformance', '--project', 'browser', '--reporter=default'],
    ...['--reporter=./test/conformance/parity-reporter.ts', ...files, 'browser/conformance.test'],
  ],
  { TABPLANE_REPLAYS: 'all' },
);
