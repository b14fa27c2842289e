import { dialectNamed } from '../../../api/dialect.ts';
import type { ApiObject } from '../../../api/object.ts';
import { kindKeyOf } from '../../../client/objects/kind-key.ts';
import { isSelectorLink } from '../../../client/relations/relation.ts';
import { linksOf } from '../../../client/relations/relations-of.ts';
import type { TableRow } from '../../../client/table.ts';
import { KindLink } from '../../components/KindLink.tsx';
import { useDiscovery } from '../../hooks/use-application.ts';
import { dialectOf } from '../../state/dialect-names.ts';

/** The object of an event, linked to its page. The row has the whole event. */
export function EventSubject({ row, text }: { readonly row: TableRow; readonly text: string }) {
  const dialect = dialectNamed(dialectOf(useDiscovery()));
  const event = row.object as ApiObject;
  const [link] = linksOf(kindKeyOf(event, dialect), event, dialect);
  if (!link || isSelectorLink(link)) return <span title={text}>{text}</span>;
  return <KindLink kind={link.kind} namespace={link.namespace} name={link.name} withKind />;
}
