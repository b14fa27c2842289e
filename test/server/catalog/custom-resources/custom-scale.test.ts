import { describe, expect, it } from 'vitest';
import { fieldErrorText } from '../../../../src/api/field-error.ts';
import {
  validateScaleSpec,
  validateScaleStatus,
} from '../../../../src/server/catalog/custom-resources/custom-scale.ts';

const paths = { specReplicas: ['spec', 'b'], statusReplicas: ['status', 'r'], selector: ['status', 's', 't'] };
const object = (members: object) => ({ apiVersion: 'v1', kind: 'Tea', metadata: {}, ...members });

describe('the fields of the scale of a custom object', () => {
  it.each<[object, string]>([
    [{ spec: 1 }, '1 is of the type int64, expected map[string]interface{}'],
    [{ spec: 1e20 }, '1e+20 is of the type float64, expected map[string]interface{}'],
    [{ spec: [null] }, '[<nil>] is of the type []interface {}, expected map[string]interface{}'],
    [{ spec: { b: 'x' } }, 'x is of the type string, expected int64'],
  ])('cannot be read from %j', (members, problem) => {
    expect(validateScaleSpec(paths, object(members) as never).map(fieldErrorText)).toEqual([
      `.spec.b: Invalid value: 0: .spec.b accessor error: ${problem}`,
    ]);
  });

  it('are reported with the path that cannot be read', () => {
    expect(validateScaleStatus(paths, object({ status: 1 }) as never).map(fieldErrorText)).toEqual([
      '.status.r: Invalid value: 0: .status.r accessor error: 1 is of the type int64, expected map[string]interface{}',
      '.status.s.t: Invalid value: "": .status.s accessor error: 1 is of the type int64, expected map[string]interface{}',
    ]);
  });

  it('may be absent', () => {
    expect(validateScaleSpec(paths, object({ spec: null }) as never)).toEqual([]);
  });
});
