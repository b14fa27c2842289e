import { describe, expect, it } from 'vitest';
import type { CSIDriver, CSINode } from '../../../src/api/kinds/storage-v1.generated.ts';
import { runtimeclasses } from '../../../src/resources/node/runtimeclasses.ts';
import { csidrivers } from '../../../src/resources/storage/csidrivers.ts';
import { csinodes } from '../../../src/resources/storage/csinodes.ts';
import { csistoragecapacities } from '../../../src/resources/storage/csistoragecapacities.ts';
import { storageclasses } from '../../../src/resources/storage/storageclasses.ts';
import { volumeattachments } from '../../../src/resources/storage/volumeattachments.ts';
import { created, createErrors, strategyContext, updateErrors } from '../run-strategy.ts';

describe('a storage class', () => {
  it('has an immutable provisioner and parameters', async () => {
    const live = { provisioner: 'disks.example.com', parameters: { kind: 'fast' } };
    expect(await updateErrors(storageclasses, live, { parameters: { kind: 'slow' }, reclaimPolicy: 'Retain' })).toEqual(
      [
        'parameters: Forbidden: updates to parameters are forbidden.',
        'reclaimPolicy: Forbidden: updates to reclaimPolicy are forbidden.',
      ],
    );
  });

  it('rejects topologies that differ only in their order', async () => {
    const term = (...expressions: [string, string[]][]) => ({
      matchLabelExpressions: expressions.map(([key, values]) => ({ key, values })),
    });
    const allowedTopologies = [
      term(['zone', ['a', 'b']], ['rack', ['2']]),
      term(['zone', ['a', 'c']], ['rack', ['2']]),
      term(['rack', ['2']], ['zone', ['b', 'a']]),
    ];
    expect(await createErrors(storageclasses, { provisioner: 'p', allowedTopologies })).toEqual([
      'allowedTopologies[2].matchLabelExpressions: Duplicate value: ""',
    ]);
  });

  it('warns of deprecated node labels', () => {
    const allowedTopologies = [
      { matchLabelExpressions: [{ key: 'failure-domain.beta.kubernetes.io/region', values: ['eu'] }] },
    ];
    const object = { apiVersion: '', kind: '', metadata: {}, provisioner: 'p', allowedTopologies };
    expect(storageclasses.strategy?.warnings?.(object, undefined, strategyContext())).toEqual([
      'allowedTopologies[0].matchLabelExpressions[0].key: deprecated since v1.17; use "topology.kubernetes.io/region" instead',
    ]);
  });
});

describe('a CSI driver', () => {
  it('has defaults for all capabilities', async () => {
    expect((await created<CSIDriver>(csidrivers, { spec: {} })).spec).toEqual({
      attachRequired: true,
      fsGroupPolicy: 'ReadWriteOnceWithFSType',
      podInfoOnMount: false,
      requiresRepublish: false,
      seLinuxMount: false,
      storageCapacity: false,
      volumeLifecycleModes: ['Persistent'],
    });
  });

  it('cannot change whether it attaches volumes', async () => {
    expect(await updateErrors(csidrivers, { spec: {} }, { spec: { attachRequired: false } })).toEqual([
      'spec.attachedRequired: Invalid value: false: field is immutable',
    ]);
  });
});

describe('a CSI node', () => {
  it('stores an empty list as null', async () => {
    expect((await created<CSINode>(csinodes, { spec: { drivers: [] } })).spec.drivers).toBeNull();
  });

  it('limits the bytes of node IDs', async () => {
    const nodeID = 'é'.repeat(129);
    expect(await createErrors(csinodes, { spec: { drivers: [{ name: 'disks.example.com', nodeID }] } })).toEqual([
      `spec.drivers[0].nodeID: Invalid value: "${nodeID}": must be 256 characters or less`,
    ]);
  });

  it('has immutable drivers', async () => {
    const drivers = [{ name: 'disks.example.com', nodeID: 'a' }];
    expect(
      await updateErrors(csinodes, { spec: { drivers } }, { spec: { drivers: [{ ...drivers[0], nodeID: 'b' }] } }),
    ).toEqual([
      'CSINodeDriver: Invalid value: storage.CSINodeDriver{Name:"disks.example.com", NodeID:"b", TopologyKeys:[]string(nil), Allocatable:(*storage.VolumeNodeResources)(nil)}: field is immutable',
    ]);
  });
});

describe('a storage capacity', () => {
  it('cannot be negative', async () => {
    expect(await createErrors(csistoragecapacities, { storageClassName: 'fast', capacity: '-5Gi' })).toEqual([
      'capacity: Invalid value: "-5Gi": must be greater than or equal to 0',
    ]);
  });
});

describe('a volume attachment', () => {
  it('attaches one volume', async () => {
    const spec = { attacher: 'disks.example.com', nodeName: 'n', source: { persistentVolumeName: 'v' } };
    expect(await createErrors(volumeattachments, { spec })).toEqual([]);
    expect(await createErrors(volumeattachments, { spec: { ...spec, source: {} } })).toEqual([
      'spec.source: Required value: must specify exactly one of inlineVolumeSpec and persistentVolumeName',
    ]);
    expect(await updateErrors(volumeattachments, { spec }, { spec: { ...spec, nodeName: 'm' } })).toEqual([
      'spec: Invalid value: storage.VolumeAttachmentSpec{Attacher:"disks.example.com", Source:storage.VolumeAttachmentSource{PersistentVolumeName:(*string)(0xc000000000), InlineVolumeSpec:(*core.PersistentVolumeSpec)(nil)}, NodeName:"m"}: field is immutable',
    ]);
  });
});

describe('an inline volume in an attachment', () => {
  it('requires a CSI driver, and forbids claim fields', async () => {
    const inlineVolumeSpec = { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, storageClassName: 'fast' };
    const spec = { attacher: 'd.example.com', nodeName: 'n', source: { inlineVolumeSpec } };
    const inline = 'spec.source.inlineVolumeSpec';
    expect(await createErrors(volumeattachments, { spec })).toEqual([
      `${inline}.capacity: Forbidden: may not be specified in the context of inline volumes`,
      `${inline}.csi: Required value: has to be specified in the context of inline volumes`,
      `${inline}: Required value: must specify a volume type`,
      `${inline}.storageClassName: Forbidden: may not be specified in the context of inline volumes`,
    ]);
  });
});

describe('a runtime class', () => {
  it('validates its overhead like container limits, and rejects tolerations that differ only in their seconds', async () => {
    const toleration = { key: 'a', operator: 'Exists', effect: 'NoExecute' };
    const tolerations = [toleration, { ...toleration, tolerationSeconds: 5 }];
    const body = { handler: 'h', overhead: { podFixed: { odd: '1' } }, scheduling: { tolerations } };
    expect(await createErrors(runtimeclasses, body)).toEqual([
      'overhead.limits[odd]: Invalid value: "odd": must be a standard resource type or fully qualified',
      'overhead.limits[odd]: Invalid value: "odd": must be a standard resource for containers',
      expect.stringMatching(/^scheduling\.tolerations\[1\]: Duplicate value: core\.Toleration\{Key:"a"/),
    ]);
  });
});
