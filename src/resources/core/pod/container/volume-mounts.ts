import {
  type FieldError,
  forbiddenField,
  invalid,
  notFoundValue,
  notSupported,
  required,
} from '../../../../api/field-error.ts';
import type { Container, EphemeralContainer, VolumeMount } from '../../../../api/kinds/core-v1.generated.ts';
import { validateDescendingPath, validatePathNoBacksteps } from '../../volume/volume-paths.ts';
import type { VolumesByName } from '../volumes.ts';

const PROPAGATIONS = ['Bidirectional', 'HostToContainer', 'None'];

function validatePropagation(
  propagation: string | undefined,
  container: Container | EphemeralContainer,
  field: string,
): FieldError[] {
  if (propagation == null) return [];
  const errors = PROPAGATIONS.includes(propagation) ? [] : [notSupported(field, propagation, PROPAGATIONS)];
  if (propagation === 'Bidirectional' && !container.securityContext?.privileged) {
    errors.push(forbiddenField(field, 'Bidirectional mount propagation is available only to privileged containers'));
  }
  return errors;
}

/** Errors about sub-paths and mount propagation have the path of the list. */
function validateMountPaths(mount: VolumeMount, path: string, field: string): FieldError[] {
  const { subPath, subPathExpr } = mount;
  const errors = subPath ? validateDescendingPath(subPath, `${field}.subPath`) : [];
  if (!subPathExpr) return errors;
  if (subPath) {
    errors.push(invalid(`${path}.subPathExpr`, subPathExpr, 'subPathExpr and subPath are mutually exclusive'));
  }
  return [...errors, ...validateDescendingPath(subPathExpr, `${field}.subPathExpr`)];
}

export function validateVolumeMounts(
  container: Container | EphemeralContainer,
  volumes: VolumesByName,
  field: string,
): FieldError[] {
  // By name: of two devices with the same name, only the last is checked.
  const devices = new Map((container.volumeDevices ?? []).map(({ name, devicePath }) => [name, devicePath]));
  const devicePaths = [...devices.values()];
  const seen = new Set<string>();
  return (container.volumeMounts ?? []).flatMap((mount, index) => {
    const path = `${field}[${index}]`;
    const { name, mountPath } = mount;
    const errors: FieldError[] = [];
    if (!name) errors.push(required(`${path}.name`));
    if (!volumes.has(name)) errors.push(notFoundValue(`${path}.name`, name));
    if (!mountPath) errors.push(required(`${path}.mountPath`));
    if (seen.has(mountPath)) errors.push(invalid(`${path}.mountPath`, mountPath, 'must be unique'));
    seen.add(mountPath);
    if (devices.has(name)) {
      errors.push(invalid(`${path}.name`, name, 'must not already exist in volumeDevices'));
    }
    if (devicePaths.includes(mountPath)) {
      errors.push(invalid(`${path}.mountPath`, mountPath, 'must not already exist as a path in volumeDevices'));
    }
    errors.push(...validateMountPaths(mount, path, field));
    return [...errors, ...validatePropagation(mount.mountPropagation, container, `${field}.mountPropagation`)];
  });
}

export function validateVolumeDevices(
  container: Container | EphemeralContainer,
  volumes: VolumesByName,
  field: string,
): FieldError[] {
  const mounts = new Map((container.volumeMounts ?? []).map(({ name, mountPath }) => [name, mountPath]));
  const mountPaths = [...mounts.values()];
  const names = new Set<string>();
  const paths = new Set<string>();
  return (container.volumeDevices ?? []).flatMap(({ name, devicePath }, index) => {
    const path = `${field}[${index}]`;
    const errors: FieldError[] = [];
    const source = volumes.get(name);
    if (!name) errors.push(required(`${path}.name`));
    if (names.has(name)) errors.push(invalid(`${path}.name`, name, 'must be unique'));
    if (source && !source.persistentVolumeClaim && !source.ephemeral) {
      const detail = 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode';
      errors.push(invalid(`${path}.name`, name, detail));
    }
    if (!source) errors.push(notFoundValue(`${path}.name`, name));
    if (!devicePath) errors.push(required(`${path}.devicePath`));
    if (paths.has(devicePath)) errors.push(invalid(`${path}.devicePath`, devicePath, 'must be unique'));
    if (validatePathNoBacksteps(devicePath, path).length) {
      errors.push(invalid(`${path}.devicePath`, devicePath, "can not contain backsteps ('..')"));
    } else paths.add(devicePath);
    if (mounts.has(name)) {
      errors.push(invalid(`${path}.name`, name, 'must not already exist in volumeMounts'));
    }
    if (mountPaths.includes(devicePath)) {
      errors.push(invalid(`${path}.devicePath`, devicePath, 'must not already exist as a path in volumeMounts'));
    }
    if (name) names.add(name);
    return errors;
  });
}
