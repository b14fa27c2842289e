import { type FieldError, forbiddenField, invalid, notSupported, required } from '../../../../api/field-error.ts';
import type { HTTPGetAction, Lifecycle, LifecycleHandler, Probe } from '../../../../api/kinds/core-v1.generated.ts';
import { isHttpHeaderName, isValidPortName, isValidPortNumber } from '../../../../api/names.ts';
import { invalidFor, nonnegative } from '../../../field-validation.ts';

const SCHEMES = ['HTTP', 'HTTPS'];

/** Validates a port number or an IANA service name. */
export const validatePortReference = (port: string | number, field: string): FieldError[] =>
  invalidFor(field, port, typeof port === 'number' ? isValidPortNumber(port) : isValidPortName(port));

function validateHttpGet({ path, port, scheme = '', httpHeaders }: HTTPGetAction, field: string): FieldError[] {
  const errors = path ? [] : [required(`${field}.path`)];
  errors.push(...validatePortReference(port, `${field}.port`));
  if (!SCHEMES.includes(scheme)) errors.push(notSupported(`${field}.scheme`, scheme, SCHEMES));
  for (const { name } of httpHeaders ?? []) {
    errors.push(...invalidFor(`${field}.httpHeaders`, name, isHttpHeaderName(name)));
  }
  return errors;
}

/** Requires exactly one handler type. */
function validateHandler(handler: LifecycleHandler & Pick<Probe, 'grpc'>, field: string): FieldError[] {
  const { exec, httpGet, tcpSocket, grpc } = handler;
  const kinds: (readonly [string, () => FieldError[]])[] = [];
  if (exec) kinds.push(['exec', () => (exec.command?.length ? [] : [required(`${field}.exec.command`)])]);
  if (httpGet) kinds.push(['httpGet', () => validateHttpGet(httpGet, `${field}.httpGet`)]);
  if (tcpSocket) kinds.push(['tcpSocket', () => validatePortReference(tcpSocket.port, `${field}.tcpSocket.port`)]);
  if (grpc) kinds.push(['grpc', () => validatePortReference(grpc.port, `${field}.grpc.port`)]);
  if (kinds.length === 0) return [required(field, 'must specify a handler type')];
  return kinds.flatMap(([name, validate], index) =>
    index === 0 ? validate() : [forbiddenField(`${field}.${name}`, 'may not specify more than 1 handler type')],
  );
}

export const validateLifecycle = ({ postStart, preStop }: Lifecycle, field: string): FieldError[] => [
  ...(postStart ? validateHandler(postStart, `${field}.postStart`) : []),
  ...(preStop ? validateHandler(preStop, `${field}.preStop`) : []),
];

const COUNTS = [
  'initialDelaySeconds',
  'timeoutSeconds',
  'periodSeconds',
  'successThreshold',
  'failureThreshold',
] as const;

function validateProbe(probe: Probe, field: string): FieldError[] {
  const errors = validateHandler(probe, field);
  for (const name of COUNTS) errors.push(...nonnegative(probe[name], `${field}.${name}`));
  const { terminationGracePeriodSeconds: grace } = probe;
  if (grace != null && grace <= 0) {
    errors.push(invalid(`${field}.terminationGracePeriodSeconds`, grace, 'must be greater than 0'));
  }
  return errors;
}

/** Validates a liveness or startup probe, whose success threshold must be 1. */
export function validateLivenessProbe(probe: Probe | undefined, field: string): FieldError[] {
  if (!probe) return [];
  const errors = validateProbe(probe, field);
  const successes = probe.successThreshold ?? 0;
  if (successes !== 1) errors.push(invalid(`${field}.successThreshold`, successes, 'must be 1'));
  return errors;
}

export function validateReadinessProbe(probe: Probe | undefined, field: string): FieldError[] {
  if (!probe) return [];
  const errors = validateProbe(probe, field);
  const { terminationGracePeriodSeconds: grace } = probe;
  if (grace != null) {
    errors.push(invalid(`${field}.terminationGracePeriodSeconds`, grace, 'must not be set for readinessProbes'));
  }
  return errors;
}
