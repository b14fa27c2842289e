import type { Stage } from './scenario-definition.ts';

/** Updates a Deployment to another image with a fault, as `kubectl set image` does. */
export async function changeTemplate(
  { client }: Stage,
  { namespace, name }: { readonly namespace: string; readonly name: string },
  image: string,
  fault: 'crash-loop' | 'image-not-found' | 'out-of-memory',
): Promise<void> {
  const address = { group: 'apps', version: 'v1', resource: 'deployments', namespace, name };
  const template = {
    metadata: { annotations: { 'simulation.tabplane.dev/fault': fault } },
    spec: { containers: [{ name, image }] },
  };
  await client.patch(address, 'strategic', { spec: { template } });
}
