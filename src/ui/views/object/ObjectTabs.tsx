import { Tab, Tabs, TabTitleText } from '@patternfly/react-core';
import { memo } from 'react';
import type { KindTab } from './kind-tabs.ts';

interface ObjectTabsProps {
  readonly tab: string;
  readonly kindTab: KindTab | undefined;
  /** Id of the tab panel. */
  readonly panel: string;
  readonly onSelect: (tab: string) => void;
}

/** The tabs of an object's page. Memoized, because they make the browser lay out the page whenever they are rendered. */
export const ObjectTabs = memo(function ObjectTabs({ tab, kindTab, panel, onSelect }: ObjectTabsProps) {
  return (
    <Tabs
      activeKey={tab}
      onSelect={(_, key) => onSelect(String(key))}
      aria-label="Object tabs"
      className="tp-tabs"
      inset={{ default: 'insetLg' }}
    >
      <Tab eventKey="overview" tabContentId={panel} title={<TabTitleText>Overview</TabTitleText>} />
      {kindTab && (
        <Tab eventKey={kindTab.key} tabContentId={panel} title={<TabTitleText>{kindTab.title}</TabTitleText>} />
      )}
      <Tab eventKey="graph" tabContentId={panel} title={<TabTitleText>Graph</TabTitleText>} />
      <Tab eventKey="yaml" tabContentId={panel} title={<TabTitleText>YAML</TabTitleText>} />
      <Tab eventKey="events" tabContentId={panel} title={<TabTitleText>Events</TabTitleText>} />
      <Tab eventKey="history" tabContentId={panel} title={<TabTitleText>History</TabTitleText>} />
    </Tabs>
  );
});
