import type { ObjectMeta } from '../../api/kinds/meta-v1.generated.ts';
import type { DiscoveredResource } from '../../client/discovery.ts';
import { shellQuoted } from '../../client/requests/quoting.ts';
import type { Application } from '../application.ts';

/** Reports whether the terminal can open a shell in the objects of a resource now. */
export const hasShell = ({ platform, moment }: Application, { subresources }: DiscoveredResource): boolean =>
  platform.openStream !== undefined && moment.getState().at === undefined && subresources.includes('exec');

/** Opens the terminal, with a shell in the default container of a pod. */
export function openShell(
  { terminal }: Application,
  { name, namespace }: Pick<ObjectMeta, 'name' | 'namespace'>,
): void {
  terminal.getState().run(`kubectl exec -it ${shellQuoted(`pods/${name}`)} -n ${shellQuoted(namespace ?? '')} -- sh`);
}
