import { describeContainers } from './containers.ts';
import { type Description, writeAnnotations, writeMap } from './description.ts';
import { items, member, string, textMap } from './fields.ts';
import { describeVolumes } from './volumes.ts';

/** Writes a pod template below its title. */
export function describeTemplate(description: Description, template: unknown): void {
  description.line(0, 'Pod Template:');
  if (!template) {
    description.line(0, '  <unset>');
    return;
  }
  const metadata = member(template, 'metadata');
  writeMap(description, '  Labels', textMap(metadata, 'labels'));
  if (Object.keys(textMap(metadata, 'annotations')).length > 0)
    writeAnnotations(description, textMap(metadata, 'annotations'), '  Annotations');
  const account = string(template, 'spec', 'serviceAccountName');
  if (account) description.line(0, `  Service Account:\t${account}`);
  const spec = member(template, 'spec');
  if (items(spec, 'initContainers').length > 0)
    describeContainers(description, 'Init Containers', items(spec, 'initContainers'), [], '  ');
  describeContainers(description, 'Containers', items(spec, 'containers'), [], '  ');
  describeVolumes(description, items(spec, 'volumes'), '  ');
  const constraints = items(spec, 'topologySpreadConstraints');
  if (constraints.length > 0) describeTopology(description, constraints);
  const priorityClass = string(spec, 'priorityClassName');
  if (priorityClass) description.line(0, `  Priority Class Name:\t${priorityClass}`);
}

function describeTopology(description: Description, constraints: readonly unknown[]): void {
  description.line(0, '  Topology Spread Constraints:\t');
  for (const constraint of constraints)
    description.line(
      0,
      `\t${string(constraint, 'topologyKey')}:${string(constraint, 'whenUnsatisfiable')} when max skew ${string(constraint, 'maxSkew')} is exceeded`,
    );
}
