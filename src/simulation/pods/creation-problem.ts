import type { Container, Pod } from '../../api/kinds/core-v1.generated.ts';
import { containerEnvironment } from '../shell/container-system.ts';

/** Returns the kubelet's message for a container that cannot be created: its user or a volume path is forbidden. */
export const specificationProblem = (pod: Pod, container: Container, now: number): string | undefined =>
  userProblem(pod, container) ?? subPathProblem(pod, container, now);

/** Checks the user of a container. The users of images are unknown. */
function userProblem({ metadata, spec }: Pod, { name, securityContext }: Container): string | undefined {
  const isNonRoot = securityContext?.runAsNonRoot ?? spec?.securityContext?.runAsNonRoot ?? false;
  const user = securityContext?.runAsUser ?? spec?.securityContext?.runAsUser;
  if (!isNonRoot || user !== 0) return undefined;
  const podName = `"${metadata.name}_${metadata.namespace}(${metadata.uid})"`;
  return `container's runAsUser breaks non-root policy (pod: ${podName}, container: ${name})`;
}

const VARIABLE = /\$\$|\$\(([\w.-]+)\)/g;

function subPathProblem(pod: Pod, container: Container, now: number): string | undefined {
  const mounts = (container.volumeMounts ?? []).filter(({ subPathExpr }) => subPathExpr);
  if (mounts.length === 0) return undefined;
  const environment = containerEnvironment(pod, container, now);
  for (const { subPathExpr = '' } of mounts) {
    for (const [, name] of subPathExpr.matchAll(VARIABLE))
      if (name !== undefined && !environment.has(name)) return `missing value for "${name}"`;
    const path = subPathExpr.replace(VARIABLE, (_, name?: string) =>
      name === undefined ? '$' : (environment.get(name) ?? ''),
    );
    if (path.startsWith('/')) return `error SubPath \`${path}\` must not be an absolute path`;
    if (path.split('/').includes('..')) return `unable to provision SubPath \`${path}\`: must not contain '..'`;
  }
  return undefined;
}
