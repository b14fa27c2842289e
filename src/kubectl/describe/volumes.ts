import type { Description } from './description.ts';
import { type Fields, inner, items, member, string } from './fields.ts';

/** The text behind the type of a volume, and the fields that are shown. */
interface VolumeType {
  readonly text: string;
  fields(volume: Fields): readonly (readonly [title: string, value: unknown])[];
}

const plain = (value: unknown): string => (value === undefined || value === '' ? '<unset>' : String(value));

const TYPES: Readonly<Record<string, VolumeType>> = {
  emptyDir: {
    text: "EmptyDir (a temporary directory that shares a pod's lifetime)",
    fields: (volume) => [
      ['Medium', string(volume, 'medium')],
      ['SizeLimit', plain(member(volume, 'sizeLimit'))],
    ],
  },
  hostPath: {
    text: 'HostPath (bare host directory volume)',
    fields: (volume) => [
      ['Path', string(volume, 'path')],
      ['HostPathType', string(volume, 'type')],
    ],
  },
  configMap: {
    text: 'ConfigMap (a volume populated by a ConfigMap)',
    fields: (volume) => [
      ['Name', string(volume, 'name')],
      ['Optional', member(volume, 'optional') === true],
    ],
  },
  secret: {
    text: 'Secret (a volume populated by a Secret)',
    fields: (volume) => [
      ['SecretName', string(volume, 'secretName')],
      ['Optional', member(volume, 'optional') === true],
    ],
  },
  persistentVolumeClaim: {
    text: 'PersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)',
    fields: (volume) => [
      ['ClaimName', string(volume, 'claimName')],
      ['ReadOnly', member(volume, 'readOnly') === true],
    ],
  },
  projected: {
    text: 'Projected (a volume that contains injected data from multiple sources)',
    fields: (volume) => items(volume, 'sources').flatMap(sourceFields),
  },
  downwardAPI: { text: 'DownwardAPI (a volume populated by information about the pod)', fields: () => [] },
  nfs: {
    text: 'NFS (an NFS mount that lasts the lifetime of a pod)',
    fields: (volume) => [
      ['Server', string(volume, 'server')],
      ['Path', string(volume, 'path')],
      ['ReadOnly', member(volume, 'readOnly') === true],
    ],
  },
};

function sourceFields(source: Fields): (readonly [string, unknown])[] {
  if (member(source, 'secret'))
    return [
      ['SecretName', string(source, 'secret', 'name')],
      ['SecretOptionalName', member(source, 'secret', 'optional') ?? '<nil>'],
    ];
  if (member(source, 'downwardAPI')) return [['DownwardAPI', true]];
  if (member(source, 'configMap'))
    return [
      ['ConfigMapName', string(source, 'configMap', 'name')],
      ['ConfigMapOptional', member(source, 'configMap', 'optional') ?? '<nil>'],
    ];
  return [['TokenExpirationSeconds', member(source, 'serviceAccountToken', 'expirationSeconds') ?? '']];
}

/** Writes volumes. @param space the indentation of the title */
export function describeVolumes(description: Description, volumes: readonly Fields[], space: string): void {
  if (volumes.length === 0) {
    description.line(0, `${space}Volumes:\t<none>`);
    return;
  }
  description.line(0, `${space}Volumes:`);
  const nameIndent = space === '' ? '  ' : ' ';
  for (const volume of volumes) {
    description.line(0, `${space}${nameIndent}${string(volume, 'name')}:`);
    const name = Object.keys(volume).find((each) => each in TYPES);
    const type = name === undefined ? undefined : TYPES[name];
    if (!type || name === undefined) description.line(0, `${space}  <unknown>`);
    else {
      const write = (title: string, value: unknown): void =>
        description.line(0, `${space}${space === '' ? '    ' : '  '}${title}:\t${value}`);
      write('Type', type.text);
      for (const [title, value] of type.fields(inner(volume, name))) write(title, value);
    }
  }
}
