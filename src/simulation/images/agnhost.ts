import type { Container } from '../../api/kinds/core-v1.generated.ts';

const AGNHOST = /(^|\/)agnhost([:@]|$)/;
const PROGRAM = /^(.*\/)?agnhost(-\d+)?$/;
/** The image whose process waits until it is stopped, whatever the restart policy is. */
const PAUSE = /(^|\/)pause([:@]|$)/;
/** Commands of the test image that exit. */
const ENDING = [
  ...['connect', 'dns-server-list', 'dns-suffix', 'entrypoint-tester', 'etc-hosts', 'help', 'mounttest'],
  'test-service-account-issuer-discovery',
];

/** The images of Kubernetes' update demo. */
const PICTURE = /(?:^|\/)(kitten|nautilus)(?:[:@]|$)/;

/** Returns the file name of the picture that an image of Kubernetes' update demo serves. Undefined for other images. */
export function pictureOf({ image = '' }: Container): string | undefined {
  const name = PICTURE.exec(image)?.[1];
  return name && `${name}.jpg`;
}

/** Returns the whole command of Kubernetes' test image `agnhost`: program, role and flags. Undefined for others. */
export function agnhostCommand({ image = '', command = [], args = [] }: Container): readonly string[] | undefined {
  const program = command.length > 0 ? command : ['/agnhost'];
  return AGNHOST.test(image) && PROGRAM.test(program[0] ?? '') ? [...program, ...args] : undefined;
}

/** Returns the role of the test image, such as `netexec`. Undefined for other images. */
export const agnhostRole = (container: Container): string | undefined => {
  const command = agnhostCommand(container);
  return command && (command[1] ?? 'pause');
};

/** Reports whether a container is a server that runs until it is stopped, according to the name of its image. */
export function isServer(container: Container): boolean {
  const { image = '', command = [] } = container;
  const role = agnhostRole(container);
  return role === undefined ? PAUSE.test(image) && command.length === 0 : !ENDING.includes(role);
}

/** Default ports of the test image's servers. */
const PORTS: Readonly<Record<string, number>> = {
  'serve-hostname': 9376,
  netexec: 8080,
  nettest: 8080,
  'test-webserver': 80,
  liveness: 8080,
  'grpc-health-checking': 5000,
  guestbook: 80,
  webhook: 443,
  'crd-conversion-webhook': 443,
};

/** Returns the port on which the test image serves; undefined when it serves none, and for other images. */
export function agnhostPort(container: Container): number | undefined {
  const [, role = '', ...flags] = agnhostCommand(container) ?? [];
  const given = /--(?:http-)?port[= ](\d+)/.exec(flags.join(' '))?.[1];
  return given === undefined ? PORTS[role] : Number(given);
}
