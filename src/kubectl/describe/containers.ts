import { type Description, longTime } from './description.ts';
import { type Fields, inner, items, member, number, string, textMap, texts } from './fields.ts';

/** Writes containers with their statuses. @param space the indentation of the title */
export function describeContainers(
  description: Description,
  title: string,
  containers: readonly Fields[],
  statuses: readonly Fields[],
  space: string,
): void {
  const write = (indent: number, line: string): void => description.line(0, `${space}${' '.repeat(indent)}${line}`);
  if (containers.length === 0) {
    write(0, `${title}:\t<none>`);
    return;
  }
  write(0, `${title}:`);
  // Within a template, names are indented by one blank only.
  const nameIndent = space === '' ? 2 : 1;
  const fieldIndent = space === '' ? 4 : 2;
  for (const container of containers) {
    const status = statuses.find((each) => string(each, 'name') === string(container, 'name'));
    write(nameIndent, `${string(container, 'name')}:`);
    describeContainer((text, more = 0) => write(fieldIndent + more, text), container, status);
  }
}

/** Writes a line of a container. @param more further blanks of indentation */
type Line = (text: string, more?: number) => void;

function describeContainer(line: Line, container: Fields, status: Fields | undefined): void {
  if (status) line(`Container ID:\t${string(status, 'containerID')}`);
  line(`Image:\t${string(container, 'image')}`);
  if (status) line(`Image ID:\t${string(status, 'imageID')}`);
  const ports = items(container, 'ports');
  const many = ports.length > 1 ? 's' : '';
  const portTexts = ports.map((port) => `${string(port, 'containerPort')}/${string(port, 'protocol') || 'TCP'}`);
  const hostTexts = ports.map((port) => `${number(port, 'hostPort')}/${string(port, 'protocol') || 'TCP'}`);
  line(`Port${many}:\t${portTexts.join(', ') || '<none>'}`);
  line(`Host Port${many}:\t${hostTexts.join(', ') || '<none>'}`);
  for (const [title, name] of [
    ['Command', 'command'],
    ['Args', 'args'],
  ] as const) {
    const words = texts(container, name);
    if (words.length === 0) continue;
    line(`${title}:`);
    for (const word of words) for (const part of word.split('\n')) line(`  ${part}`);
  }
  if (status) describeStatus(line, status);
  for (const [title, name] of [
    ['Limits', 'limits'],
    ['Requests', 'requests'],
  ] as const) {
    const amounts = textMap(container, 'resources', name);
    if (Object.keys(amounts).length === 0) continue;
    line(`${title}:`);
    for (const key of Object.keys(amounts).sort()) line(`${key}:\t${amounts[key]}`, 2);
  }
  for (const [title, name] of [
    ['Liveness', 'livenessProbe'],
    ['Readiness', 'readinessProbe'],
    ['Startup', 'startupProbe'],
  ] as const) {
    const probe = member(container, name);
    if (probe) line(`${title}:\t${probeText(probe)}`);
  }
  describeEnvironment(line, container);
  describeMounts(line, container);
}

function describeStatus(line: Line, status: Fields): void {
  describeState(line, 'State', inner(status, 'state'));
  if (Object.keys(inner(status, 'lastState')).length > 0) describeState(line, 'Last State', inner(status, 'lastState'));
  line(`Ready:\t${member(status, 'ready') ? 'True' : 'False'}`);
  line(`Restart Count:\t${number(status, 'restartCount')}`);
}

function describeState(line: Line, title: string, state: Fields): void {
  if ('running' in state) {
    line(`${title}:\tRunning`);
    line(`  Started:\t${longTime(string(state, 'running', 'startedAt'))}`);
  } else if ('terminated' in state) {
    const ended = inner(state, 'terminated');
    line(`${title}:\tTerminated`);
    if (string(ended, 'reason')) line(`  Reason:\t${string(ended, 'reason')}`);
    if (string(ended, 'message')) line(`  Message:\t${string(ended, 'message')}`);
    line(`  Exit Code:\t${number(ended, 'exitCode')}`);
    if (number(ended, 'signal') > 0) line(`  Signal:\t${number(ended, 'signal')}`);
    line(`  Started:\t${longTime(string(ended, 'startedAt'))}`);
    line(`  Finished:\t${longTime(string(ended, 'finishedAt'))}`);
  } else {
    line(`${title}:\tWaiting`);
    if (string(state, 'waiting', 'reason')) line(`  Reason:\t${string(state, 'waiting', 'reason')}`);
  }
}

/** Returns a probe as `http-get http://:8080/healthz delay=0s timeout=1s period=10s #success=1 #failure=3`. */
function probeText(probe: unknown): string {
  const attributes = `delay=${number(probe, 'initialDelaySeconds')}s timeout=${number(probe, 'timeoutSeconds')}s period=${number(probe, 'periodSeconds')}s #success=${number(probe, 'successThreshold')} #failure=${number(probe, 'failureThreshold')}`;
  if (member(probe, 'exec')) return `exec [${texts(probe, 'exec', 'command').join(' ')}] ${attributes}`;
  if (member(probe, 'httpGet')) {
    const get = inner(probe, 'httpGet');
    const path = string(get, 'path');
    return `http-get ${string(get, 'scheme').toLowerCase() || 'http'}://${string(get, 'host')}:${string(get, 'port')}${path.startsWith('/') || path === '' ? path : `/${path}`} ${attributes}`;
  }
  if (member(probe, 'tcpSocket'))
    return `tcp-socket ${string(probe, 'tcpSocket', 'host')}:${string(probe, 'tcpSocket', 'port')} ${attributes}`;
  if (member(probe, 'grpc'))
    return `grpc <pod>:${string(probe, 'grpc', 'port')} ${string(probe, 'grpc', 'service')} ${attributes}`;
  return `unknown ${attributes}`;
}

function describeEnvironment(line: Line, container: Fields): void {
  const sources = items(container, 'envFrom');
  if (sources.length > 0) {
    line('Environment Variables from:');
    for (const source of sources) {
      const isMap = member(source, 'configMapRef') !== undefined;
      const reference = inner(source, isMap ? 'configMapRef' : 'secretRef');
      const prefix = string(source, 'prefix');
      const suffix = prefix ? ` with prefix '${prefix}'` : '';
      line(
        `${string(reference, 'name')}\t${isMap ? 'ConfigMap' : 'Secret'}${suffix}\tOptional: ${member(reference, 'optional') === true}`,
        2,
      );
    }
  }
  const variables = items(container, 'env');
  if (variables.length === 0) {
    line('Environment:\t<none>');
    return;
  }
  line('Environment:');
  for (const variable of variables) {
    const name = string(variable, 'name');
    const from = inner(variable, 'valueFrom');
    if (Object.keys(from).length > 0) line(`${name}:\t${sourceText(from)}`, 2);
    else
      for (const [index, part] of string(variable, 'value').split('\n').entries())
        line(index === 0 ? `${name}:\t${part}` : `\t${part}`, 2);
  }
}

function sourceText(from: Fields): string {
  if ('fieldRef' in from)
    return ` (${string(from, 'fieldRef', 'apiVersion') || 'v1'}:${string(from, 'fieldRef', 'fieldPath')})`;
  if ('resourceFieldRef' in from) return `0 (${string(from, 'resourceFieldRef', 'resource')})`;
  const isSecret = 'secretKeyRef' in from;
  const reference = inner(from, isSecret ? 'secretKeyRef' : 'configMapKeyRef');
  return `<set to the key '${string(reference, 'key')}' ${isSecret ? 'in secret' : 'of config map'} '${string(reference, 'name')}'>\tOptional: ${member(reference, 'optional') === true}`;
}

function describeMounts(line: Line, container: Fields): void {
  const mounts = [...items(container, 'volumeMounts')].sort((a, b) =>
    string(a, 'mountPath') < string(b, 'mountPath') ? -1 : 1,
  );
  if (mounts.length === 0) {
    line('Mounts:\t<none>');
    return;
  }
  line('Mounts:');
  for (const mount of mounts) {
    const flags = [
      member(mount, 'readOnly') ? 'ro' : 'rw',
      ...(string(mount, 'subPath') ? [`path="${string(mount, 'subPath')}"`] : []),
    ];
    line(`  ${string(mount, 'mountPath')} from ${string(mount, 'name')} (${flags.join(',')})`);
  }
}
