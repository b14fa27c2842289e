import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dialectNamed } from '../../src/api/dialect.ts';
import { controllerFlagsAmong } from '../../src/hosts/controllers/read-controller-flags.ts';
import { openDataFolder } from '../../src/hosts/node/data-folder/open-data-folder.ts';
import { startNodeHost } from '../../src/hosts/node/node.ts';
import { httpClient } from './node-client.mjs';
import type { OpenServer } from './replay-scenarios.ts';
import { conformanceFlags } from './scenarios.ts';

/** Opens a Node host with a data folder on its own port, accessed over TLS like kubectl does. */
export const overHttp: OpenServer = async (dialect, flags, controllers) => {
  const folder = await mkdtemp(join(tmpdir(), 'tabplane-conformance-'));
  const host = await startNodeHost({
    securePort: 0,
    // Waits of recordings are short: a busy disk would make them too short.
    storage: await openDataFolder(folder, { sync: false }),
    flags: conformanceFlags(dialectNamed(dialect), flags),
    controllers,
    controllerFlags: controllerFlagsAmong(flags),
  });
  const client = httpClient(host.secureUrl ?? '');
  return {
    client,
    close: async () => {
      client.close();
      await host.close();
      await rm(folder, { recursive: true });
    },
  };
};
