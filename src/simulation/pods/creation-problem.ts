import type { Container, Pod } from '../../api/kinds/core-v1.generated.ts';
import { imageOf } from '../images/image-reference.ts';
import { containerEnvironment } from '../shell/container-system.ts';

/** Returns the kubelet's message for a container that cannot be created: its user or a volume path is forbidden. */
export const specificationProblem = (pod: Pod, container: Container, now: number): string | undefined =>
  userProblem(pod, container) ?? subPathProblem(pod, container, now);

/** Official images whose processes start as root. The users of other images are unknown, and are not root. */
const ROOT_IMAGES = new Set(
  `alpine bash busybox caddy debian fedora golang httpd mariadb mongo mysql nginx
  node php postgres python rabbitmq redis ruby traefik ubuntu wordpress`.split(/\s+/),
);

const runsAsRoot = (image: string): boolean =>
  ROOT_IMAGES.has(/^docker\.io\/library\/([^:@]+)/.exec(imageOf(image).name)?.[1] ?? '');

function userProblem({ metadata, spec }: Pod, { name, image = '', securityContext }: Container): string | undefined {
  const isNonRoot = securityContext?.runAsNonRoot ?? spec?.securityContext?.runAsNonRoot ?? false;
  if (!isNonRoot) return undefined;
  const user = securityContext?.runAsUser ?? spec?.securityContext?.runAsUser;
  const place = `(pod: "${metadata.name}_${metadata.namespace}(${metadata.uid})", container: ${name})`;
  if (user === 0) return `container's runAsUser breaks non-root policy ${place}`;
  return user === undefined && runsAsRoot(image)
    ? `container has runAsNonRoot and image will run as root ${place}`
    : undefined;
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
