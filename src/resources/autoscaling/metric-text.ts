import type { MetricSpec, MetricStatus, MetricValueStatus } from '../../api/kinds/autoscaling-v2.generated.ts';

const SHOWN = 2;

/** Returns current and target values as tables show them: `40%/80%, <unknown>/1k + 3 more...`. */
export function metricsText(metrics: readonly MetricSpec[], statuses: readonly MetricStatus[]): string {
  if (metrics.length === 0) return '<none>';
  const texts = metrics.slice(0, SHOWN).map((metric, index) => metricText(metric, statuses[index]));
  const more = metrics.length - SHOWN;
  return texts.join(', ') + (more > 0 ? ` + ${more} more...` : '');
}

function metricText(metric: MetricSpec, status: MetricStatus | undefined): string {
  switch (metric.type) {
    case 'External':
      return valueText(metric.external?.target, status?.external?.current);
    case 'Object':
      return valueText(metric.object?.target, status?.object?.current);
    case 'Pods':
      return `${quantityText(status?.pods?.current, 'averageValue')}/${metric.pods?.target?.averageValue ?? '<nil>'}`;
    case 'Resource':
      return utilizationText(metric.resource?.target, status?.resource?.current);
    case 'ContainerResource':
      return utilizationText(metric.containerResource?.target, status?.containerResource?.current);
    default:
      return '<unknown type>';
  }
}

type Target = MetricValueStatus | undefined;

/** A status without the quantity shows Go's text of a nil pointer. */
const quantityText = (current: Target, member: 'value' | 'averageValue'): string =>
  current ? String(current[member] ?? '<nil>') : '<unknown>';

function valueText(target: Target, current: Target): string {
  if (target?.averageValue === undefined) return `${quantityText(current, 'value')}/${target?.value ?? '<nil>'}`;
  return `${current?.averageValue ?? '<unknown>'}/${target.averageValue} (avg)`;
}

function utilizationText(target: Target, current: Target): string {
  if (target?.averageValue !== undefined) return `${quantityText(current, 'averageValue')}/${target.averageValue}`;
  const percent = (value: number | undefined, missing: string) => (value === undefined ? missing : `${value}%`);
  return `${percent(current?.averageUtilization, '<unknown>')}/${percent(target?.averageUtilization, '<auto>')}`;
}
