import { type NodeHost, startNodeHost } from 'tabplane/node';

/** Uses the entry for Node. */
export async function serve(): Promise<string | undefined> {
  const host: NodeHost = await startNodeHost({ port: 0, controllers: true, flags: { dialect: 'kubernetes' } });
  await host.close();
  return host.url;
}
