import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type GroupVersionResource, groupResourceText } from '../../api/object.ts';

interface FieldLinkProps {
  readonly resource: GroupVersionResource;
  /** Empty for the kind itself. */
  readonly path: readonly string[];
  readonly children: ReactNode;
}

/** A label that leads to its field in the API explorer, when it has one. */
export const FieldLabel = ({
  resource,
  field,
  children,
}: {
  readonly resource: GroupVersionResource;
  readonly field: string | undefined;
  readonly children: string;
}) =>
  field === undefined ? (
    children
  ) : (
    <span className="tp-field-label" title={`Explain ${field}`}>
      <FieldLink resource={resource} path={field.split('.')}>
        {children}
      </FieldLink>
    </span>
  );

/** A link to a kind or field in the API explorer. */
export const FieldLink = ({ resource, path, children }: FieldLinkProps) => (
  <Link
    to="/explorer"
    search={{ resource: groupResourceText(resource), version: resource.version, field: path.join('.') || undefined }}
  >
    {children}
  </Link>
);
