import './demos.css';
import { Button, Card, CardBody, CardTitle, List, ListItem, PageSection, Switch } from '@patternfly/react-core';
import { useSearch } from '@tanstack/react-router';
import { useStore } from 'zustand';
import { useStartScenario } from '../../components/start/use-start-scenario.ts';
import { TitledCard } from '../../components/TitledCard.tsx';
import { CopyableCode } from '../../components/text/CopyableCode.tsx';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { useApplication } from '../../hooks/use-application.ts';

/** The demos with a link of their own, by scenario. */
const DEMOS: Readonly<Record<string, string>> = {
  'few rights': 'RBAC: what a user with few rights may do, why a request is denied, and which role would allow it.',
  'admission demo': 'Admission: webhooks and policies that change, allow and deny writes.',
};

/** The presenter view, and links to prepared demos. */
export function DemosView() {
  const { demo } = useSearch({ from: '/demos' });
  const { presenter } = useApplication();
  const { isPresenting, setPresenting } = useStore(presenter);
  return (
    <>
      <ViewHeader
        title="Demos"
        description="Show a cluster to others: large type, visible keys, and clusters that are prepared."
      />
      <PageSection isFilled hasBodyWrapper={false} className="tp-demos">
        <TitledCard title="Presenter view">
          <Switch
            id="demos-presenter"
            label="Present in this window"
            isChecked={isPresenting}
            onChange={(_, checked) => setPresenting(checked)}
          />
          <List>
            <ListItem>
              Type is large, and the keys that you press are shown. Characters that you type in fields are not.
            </ListItem>
            <ListItem>Windows that present the same cluster follow each other.</ListItem>
            <ListItem>
              In a lesson, <kbd>PageDown</kbd> solves the next task by its solution, and then opens the next step.
            </ListItem>
          </List>
          <Button variant="secondary" isDisabled={!isPresenting} onClick={() => window.open(location.href)}>
            Open second window
          </Button>
        </TitledCard>
        {Object.entries(DEMOS)
          // The demo of a link comes first.
          .toSorted(([one], [other]) => Number(other === demo) - Number(one === demo))
          .map(([scenario, text]) => (
            <DemoLink key={scenario} scenario={scenario} text={text} />
          ))}
      </PageSection>
    </>
  );
}

/** A link to a demo. It creates nothing until the user opens the demo. */
function DemoLink({ scenario, text }: { readonly scenario: string; readonly text: string }) {
  const start = useStartScenario();
  const { clusters } = useApplication();
  return (
    <Card isCompact component="section" aria-label={scenario}>
      <CardTitle component="h2">{scenario.charAt(0).toUpperCase() + scenario.slice(1)}</CardTitle>
      <CardBody>
        <p>{text}</p>
        <CopyableCode label="Link">{`${location.origin}/demos?${new URLSearchParams({ demo: scenario })}`}</CopyableCode>
        {clusters && <Button onClick={() => start(scenario)}>Open demo</Button>}
      </CardBody>
    </Card>
  );
}
