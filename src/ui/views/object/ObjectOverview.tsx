import { dialectNamed } from '../../../api/dialect.ts';
import type { ApiObject } from '../../../api/object.ts';
import { type DiscoveredResource, groupResourceKey } from '../../../client/discovery.ts';
import { conditionsOf, fieldManagersOf } from '../../../client/objects/object-facts.ts';
import { customOverview } from '../../../client/overviews/custom.ts';
import { overviewOf } from '../../../client/overviews/overviews.ts';
import { SimulationNote } from '../../components/notices/SimulationNote.tsx';
import { useDiscovery } from '../../hooks/use-application.ts';
import type { RelationsState } from '../../hooks/use-relations.ts';
import { dialectOf } from '../../state/dialect-names.ts';
import { ConditionsCard } from './ConditionsCard.tsx';
import { FaultsCard } from './FaultsCard.tsx';
import { FieldManagersCard } from './FieldManagersCard.tsx';
import { AnnotationsCard, MetadataCard } from './MetadataCard.tsx';
import { NamespaceAccess } from './NamespaceAccess.tsx';
import { NamespaceContents } from './NamespaceContents.tsx';
import { OverviewCardView } from './OverviewCards.tsx';
import { RelationsCard } from './RelationsCard.tsx';
import { SummaryCard } from './SummaryCard.tsx';
import { WebhookFaultsCard } from './WebhookFaultsCard.tsx';
import { WhyCard } from './WhyCard.tsx';

interface ObjectOverviewProps {
  readonly resource: DiscoveredResource;
  readonly object: ApiObject;
  readonly relations: RelationsState;
}

/** The cards of the object's kind, and its relations, metadata, conditions and field managers. */
export function ObjectOverview({ resource, object, relations }: ObjectOverviewProps) {
  const dialect = dialectNamed(dialectOf(useDiscovery()));
  const overview = overviewOf(object, dialect);
  const cards = overview?.(object, { dialect, ...relations }) ?? customOverview(object);
  const conditions = conditionsOf(object);
  const managers = fieldManagersOf(object);
  return (
    <div className="tp-object-overview">
      <SimulationNote resource={resource} object={object} />
      <div className="tp-object-columns">
        <div className="tp-object-main">
          <WhyCard resource={resource} object={object} objects={relations.objects} />
          {!overview && <SummaryCard resource={resource} object={object} />}
          {cards.map((card) => (
            <OverviewCardView key={card.title} resource={resource} {...card} />
          ))}
          {groupResourceKey(resource) === '/namespaces' && (
            <>
              <NamespaceAccess namespace={object.metadata.name ?? ''} />
              <NamespaceContents namespace={object.metadata.name ?? ''} />
            </>
          )}
          {conditions.length > 0 && <ConditionsCard conditions={conditions} />}
        </div>
        <div className="tp-object-side">
          <RelationsCard {...relations} />
          <FaultsCard resource={resource} object={object} objects={relations.objects} />
          {/webhookconfigurations$/.test(resource.resource) && <WebhookFaultsCard object={object} />}
          <MetadataCard resource={resource} object={object} />
          <AnnotationsCard object={object} />
        </div>
      </div>
      {managers.length > 0 && <FieldManagersCard managers={managers} />}
    </div>
  );
}
