import { useEffect, useState } from 'react';
import type { RbacObject } from '../../../api/debug/access-analysis.ts';
import { type ApiObject, parseApiVersion } from '../../../api/object.ts';
import { findResource } from '../../../client/discovery.ts';
import { AccessChangeReport } from '../../components/access/AccessChangeReport.tsx';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { objectOf, readDocuments } from './yaml-documents.ts';

interface AccessEffectProps {
  readonly text: string;
  /** Namespace of objects without one. */
  readonly namespace: string;
}

/** Milliseconds without typing before the effect is requested. */
const TYPING_PAUSE = 400;

/** The access that saving the edited role or binding would grant and revoke. */
export function AccessEffect({ text, namespace }: AccessEffectProps) {
  const { platform } = useApplication();
  const discovery = useDiscovery();
  const [settled, setSettled] = useState(text);
  useEffect(
    () => (settled === text ? undefined : platform.clock.after(TYPING_PAUSE, () => setSettled(text))),
    [platform, settled, text],
  );
  const group = findResource(discovery, 'clusterrolebindings')?.group;
  const object = rbacObjectOf(settled, group, namespace);
  return object ? <AccessChangeReport change={{ object }} act="Saving" /> : null;
}

const NAMESPACED = new Set(['Role', 'RoleBinding']);
const KINDS = new Set([...NAMESPACED, 'ClusterRole', 'ClusterRoleBinding']);

/** Returns the single role or binding of a text; undefined for anything else or a syntax error. */
function rbacObjectOf(text: string, group: string | undefined, namespace: string): RbacObject | undefined {
  const { documents, errors } = readDocuments(text);
  const [document] = documents;
  if (!document || documents.length > 1 || errors.length > 0) return undefined;
  const object: ApiObject | undefined = objectOf(document);
  if (!object || typeof object.apiVersion !== 'string' || parseApiVersion(object.apiVersion).group !== group) return;
  if (!KINDS.has(object.kind) || !object.metadata.name) return undefined;
  const place = NAMESPACED.has(object.kind) ? { namespace: object.metadata.namespace || namespace } : {};
  return { ...object, metadata: { ...object.metadata, ...place } } as RbacObject;
}
