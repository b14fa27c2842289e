import type { Dialect } from '../../api/dialect.ts';
import { DEPLOYMENT_REVISION_ANNOTATION } from '../../api/kubernetes-names.ts';
import type { AnyObject } from '../command.ts';

/** Returns the revision of a deployment, or of one of its replica sets; 0 before it has one. */
export const deploymentRevision = ({ metadata }: AnyObject, dialect: Dialect): number =>
  Number(metadata.annotations?.[dialect.rename(DEPLOYMENT_REVISION_ANNOTATION)] ?? 0);
