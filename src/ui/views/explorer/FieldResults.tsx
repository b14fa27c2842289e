import { EmptyState, EmptyStateBody, List, ListItem, Skeleton } from '@patternfly/react-core';
import { Link } from '@tanstack/react-router';
import { ErrorState } from '../../components/notices/ErrorState.tsx';
import { searchFields } from '../../state/explorer/fields.ts';
import { useAllFields } from './use-schemas.ts';

/** Maximum number of results listed. */
const MOST_SHOWN = 50;

/** The fields of all kinds that a search finds. */
export function FieldResults({ text }: { readonly text: string }) {
  const { value, error } = useAllFields();
  if (error !== undefined) return <ErrorState error={error} />;
  if (!value) return <Skeleton height="20rem" screenreaderText="Loading all fields" />;
  const found = searchFields(value, text);
  if (found.length === 0)
    return (
      <EmptyState titleText="No field found" headingLevel="h2" variant="sm">
        <EmptyStateBody>No kind, field or description has all of these words.</EmptyStateBody>
      </EmptyState>
    );
  return (
    <>
      <p role="status" className="tp-subtle">
        {found.length > MOST_SHOWN
          ? `${found.length} fields; the best ${MOST_SHOWN} are shown.`
          : `${found.length} found.`}
      </p>
      <List isPlain aria-label="Fields found">
        {found.slice(0, MOST_SHOWN).map(({ resource, kind, path, description }) => (
          <ListItem key={`${resource} ${path}`}>
            <Link to="/explorer" search={{ resource, field: path }} className="tp-explorer-path">
              {kind}.{path}
            </Link>
            <div className="tp-subtle">{description}</div>
          </ListItem>
        ))}
      </List>
    </>
  );
}
