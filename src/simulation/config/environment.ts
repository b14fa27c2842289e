import { utf8Text } from '../../api/encoding/utf8.ts';
import type { Container, EnvVarSource, Pod } from '../../api/kinds/core-v1.generated.ts';
import { fieldValue, resourceValue } from './field-values.ts';
import type { PodConfig } from './pod-config.ts';

const VARIABLE = /^[-._a-zA-Z][-._a-zA-Z0-9]*$/;

/** Adds the variables in a container's specification to its environment, in the kubelet's order. */
export function addEnvironment(
  values: Map<string, string>,
  pod: Pod,
  container: Container,
  config: PodConfig | undefined,
): void {
  for (const { prefix = '', configMapRef, secretRef } of container.envFrom ?? []) {
    const source = configMapRef
      ? config?.valuesOf('configmap', configMapRef.name)
      : config?.valuesOf('secret', secretRef?.name);
    for (const [key, value] of source ?? []) if (VARIABLE.test(prefix + key)) values.set(prefix + key, utf8Text(value));
  }
  for (const { name, value, valueFrom } of container.env ?? []) {
    const own = valueFrom ? variableValue(pod, container, valueFrom, config) : expanded(value ?? '', values);
    if (own !== undefined) values.set(name, own);
  }
}

function variableValue(pod: Pod, container: Container, source: EnvVarSource, config: PodConfig | undefined) {
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef } = source;
  if (fieldRef) return fieldValue(pod, fieldRef.fieldPath);
  if (resourceFieldRef) return resourceValue(container, resourceFieldRef, config?.allocatable ?? {});
  const values = configMapKeyRef
    ? config?.valuesOf('configmap', configMapKeyRef.name)
    : config?.valuesOf('secret', secretKeyRef?.name);
  const value = values?.get((configMapKeyRef ?? secretKeyRef)?.key ?? '');
  return value && utf8Text(value);
}

/** Replaces `$(NAME)` with previously set values; `$$` is an escaped dollar sign. */
export const expanded = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replace(/\$\$|\$\(([\w.-]+)\)/g, (found, name?: string) =>
    name === undefined ? '$' : (values.get(name) ?? found),
  );
