import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type GroupVersionResource, groupResourceText } from '../../../api/object.ts';

interface FieldLinkProps {
  readonly resource: GroupVersionResource;
  /** Empty for the kind itself. */
  readonly path: readonly string[];
  readonly children: ReactNode;
}

/** A link to a kind or field in the explorer. */
export const FieldLink = ({ resource, path, children }: FieldLinkProps) => (
  <Link
    to="/explorer"
    search={{ resource: groupResourceText(resource), version: resource.version, field: path.join('.') || undefined }}
  >
    {children}
  </Link>
);
