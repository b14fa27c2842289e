import { type NodeHost, startNodeHost } from 'tabplane/node';
import { tabplane } from 'tabplane/vite';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [tabplane({ worker: 'worker.js' })] });

/** Uses the entry for Node. */
export async function serve(): Promise<string | undefined> {
  const host: NodeHost = await startNodeHost({ port: 0, controllers: true, flags: { dialect: 'kubernetes' } });
  await host.close();
  return host.url;
}
