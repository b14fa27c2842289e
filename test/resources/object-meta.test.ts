import { describe, expect, it } from 'vitest';
import { fieldErrorText } from '../../src/api/field-error.ts';
import type { ObjectMeta } from '../../src/api/kinds/meta-v1.generated.ts';
import { type ObjectMetaRules, validateObjectMeta, validateObjectMetaUpdate } from '../../src/resources/object-meta.ts';

const good: ObjectMeta = { name: 'one', namespace: 'shop', uid: 'u', resourceVersion: '5' };
const errorsOf = (metadata: ObjectMeta, rules: Partial<ObjectMetaRules> = {}): string[] =>
  validateObjectMeta({ ...good, ...metadata }, { namespaced: true, ...rules }).map(fieldErrorText);
const changeErrorsOf = (metadata: ObjectMeta, live: ObjectMeta = {}): string[] =>
  validateObjectMetaUpdate({ ...good, ...metadata }, { ...good, ...live }).map(fieldErrorText);
const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'x' };

describe('metadata of an object', () => {
  it('is valid with a name and a namespace', () => {
    expect(
      errorsOf({
        labels: { 'example.com/a': 'b' },
        finalizers: ['example.com/hold', 'orphan'],
        ownerReferences: [owner],
      }),
    ).toEqual([]);
  });

  it('requires a name', () => {
    expect(errorsOf({ name: '' })).toEqual(['metadata.name: Required value: name or generateName is required']);
  });

  it('validates a generateName with an assumed random suffix', () => {
    expect(errorsOf({ generateName: 'one-' })).toEqual([]);
    expect(errorsOf({ generateName: 'One-' })).toHaveLength(1);
  });

  it('has a namespace only if the kind is namespaced', () => {
    expect(errorsOf({ namespace: '' })).toEqual(['metadata.namespace: Required value']);
    expect(errorsOf({}, { namespaced: false })).toEqual(['metadata.namespace: Forbidden: not allowed on this type']);
  });

  it('cannot have a negative generation', () => {
    expect(errorsOf({ generation: -1 })).toEqual([
      'metadata.generation: Invalid value: -1: must be greater than or equal to 0',
    ]);
  });

  it('reports invalid label keys and values without their path', () => {
    expect(errorsOf({ labels: { 'bad key': 'b c' } }).map((text) => text.slice(0, 44))).toEqual([
      'metadata.labels: Invalid value: "bad key": n',
      'metadata.labels: Invalid value: "b c": a val',
    ]);
  });

  it('allows capital letters in the prefix of annotations, and limits their size', () => {
    expect(errorsOf({ annotations: { 'Example.COM/a': 'b' } })).toEqual([]);
    expect(errorsOf({ annotations: { a: 'x'.repeat(262144) } })).toEqual([
      'metadata.annotations: Too long: must have at most 262144 bytes',
    ]);
  });

  it('requires every field of an owner, and allows one controller', () => {
    expect(errorsOf({ ownerReferences: [{ apiVersion: 'a/b/c', kind: '', name: '', uid: '' }] })).toEqual([
      'metadata.ownerReferences.apiVersion: Invalid value: "a/b/c": version must not be empty',
      'metadata.ownerReferences.kind: Invalid value: "": kind must not be empty',
      'metadata.ownerReferences.name: Invalid value: "": name must not be empty',
      'metadata.ownerReferences.uid: Invalid value: "": uid must not be empty',
    ]);
    const controllers = [
      { ...owner, controller: true },
      { ...owner, name: 'p', controller: true },
    ];
    expect(errorsOf({ ownerReferences: controllers })[0]).toMatch(
      /Only one reference can have Controller set to true\. Found "true" in references for ConfigMap\/o and ConfigMap\/p$/,
    );
  });

  it('cannot be owned by an event', () => {
    expect(errorsOf({ ownerReferences: [{ ...owner, kind: 'Event' }] })).toEqual([
      'metadata.ownerReferences: Invalid value: v1.OwnerReference{APIVersion:"v1", Kind:"Event", Name:"o", UID:"x", Controller:(*bool)(nil), BlockOwnerDeletion:(*bool)(nil)}: /v1, Kind=Event is disallowed from being an owner',
    ]);
  });

  it('has finalizers with a domain, except the standard ones', () => {
    expect(errorsOf({ finalizers: ['nodomain'] })).toEqual([
      'metadata.finalizers[0]: Invalid value: "nodomain": name is neither a standard finalizer name nor is it fully qualified',
    ]);
    expect(errorsOf({ finalizers: ['nodomain'] }, { anyFinalizer: true })).toEqual([]);
    expect(errorsOf({ finalizers: ['orphan', 'foregroundDeletion'] })).toEqual([
      'metadata.finalizers: Invalid value: []string{"orphan", "foregroundDeletion"}: finalizer orphan and foregroundDeletion cannot be both set',
    ]);
  });

  it('validates managedFields sent by a client', () => {
    expect(errorsOf({ managedFields: [{ operation: 'Put', fieldsType: 'X', manager: 'a\nb' }] })).toEqual([
      'metadata.managedFields[0].operation: Invalid value: "Put": must be `Apply` or `Update`',
      'metadata.managedFields[0].fieldsType: Invalid value: "X": must be `FieldsV1`',
      'metadata.managedFields[0].manager: Invalid value: "a\\nb": invalid character U+000A (at position 1)',
    ]);
  });
});

describe('an update of metadata', () => {
  it('cannot change identity and deletion', () => {
    expect(
      changeErrorsOf({ uid: 'v', deletionTimestamp: '2030-01-01T00:00:00Z', deletionGracePeriodSeconds: 5 }),
    ).toEqual([
      'metadata.uid: Invalid value: "v": field is immutable',
      'metadata.deletionTimestamp: Invalid value: 2030-01-01 00:00:00 +0000 UTC: field is immutable',
      'metadata.deletionGracePeriodSeconds: Invalid value: 5: field is immutable',
    ]);
  });

  it('cannot add finalizers while the object is being deleted', () => {
    const deletionTimestamp = '2030-01-01T00:00:00Z';
    expect(
      changeErrorsOf({ deletionTimestamp, finalizers: ['a/b', 'c/d'] }, { deletionTimestamp, finalizers: ['a/b'] }),
    ).toEqual([
      'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"c/d"}',
    ]);
  });
});

describe('metadata that shares parts with the live object', () => {
  const labels = { 'not valid': 'x' };

  it('is validated without the shared parts, because they were valid before', () => {
    const live = { ...good, name: 'Not valid', labels };
    expect(validateObjectMeta({ ...live }, { namespaced: true }, live)).toEqual([]);
    expect(validateObjectMetaUpdate({ ...live }, live)).toEqual([]);
  });

  it('is validated with parts that are equal but not identical', () => {
    const errors = validateObjectMeta({ ...good, labels: { ...labels } }, { namespaced: true }, { ...good, labels });
    expect(errors).toHaveLength(1);
  });
});
