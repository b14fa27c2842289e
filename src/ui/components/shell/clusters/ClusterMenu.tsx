import './clusters.css';
import { Divider, DropdownGroup, DropdownItem, DropdownList } from '@patternfly/react-core';
import ClusterIcon from '@patternfly/react-icons/dist/esm/icons/cluster-icon';
import { useNavigate } from '@tanstack/react-router';
import { useStore } from 'zustand';
import { useApplication } from '../../../hooks/use-application.ts';
import { DIALECTS } from '../../../state/dialect-names.ts';
import type { ClustersStore } from '../../../state/stores/clusters-store.ts';
import { Menu } from '../../Menu.tsx';
import { ClusterDialogs } from './ClusterDialogs.tsx';
import { ReplacedCluster } from './ReplacedCluster.tsx';
import { RequestedCommand } from './RequestedCommand.tsx';
import { SharedCluster } from './SharedCluster.tsx';
import { useClusterAddress } from './use-cluster-address.ts';

/** The cluster of this tab and the actions on clusters. */
export function ClusterMenu() {
  const { clusters } = useApplication();
  return clusters ? <NamedClusterMenu clusters={clusters} /> : null;
}

function NamedClusterMenu({ clusters }: { readonly clusters: ClustersStore }) {
  const { list, shown, openDialog, request } = useStore(clusters);
  const navigate = useNavigate();
  useClusterAddress(clusters);
  return (
    <>
      <Menu
        isScrollable
        maxMenuHeight="75vh"
        toggle={{
          icon: <ClusterIcon />,
          'aria-label': `Cluster: ${shown.name}, ${DIALECTS[shown.dialect].title}`,
          className: 'tp-cluster',
          children: (
            <>
              <span className="tp-cluster-name">{shown.name}</span>{' '}
              <span className="tp-cluster-dialect">{DIALECTS[shown.dialect].title}</span>
            </>
          ),
        }}
      >
        <DropdownGroup label="Clusters in this browser">
          <DropdownList>
            {list.clusters.map(({ id, name, dialect }) => (
              <DropdownItem
                key={id}
                isSelected={id === shown.id}
                description={DIALECTS[dialect].title}
                onClick={() => (id === shown.id ? undefined : request({ type: 'switch', id }))}
              >
                {name}
              </DropdownItem>
            ))}
            <DropdownItem onClick={() => openDialog('create')}>New cluster…</DropdownItem>
            <DropdownItem onClick={() => openDialog('open-session')}>Open session…</DropdownItem>
            <DropdownItem onClick={() => void navigate({ to: '/start' })}>Prepared clusters…</DropdownItem>
          </DropdownList>
        </DropdownGroup>
        <Divider />
        <DropdownGroup label={shown.name}>
          <DropdownList>
            <DropdownItem onClick={() => void navigate({ to: '/export' })} description="As YAML or as a link">
              Export objects…
            </DropdownItem>
            <DropdownItem onClick={() => void navigate({ to: '/import' })}>Import objects…</DropdownItem>
            <DropdownItem onClick={() => openDialog('save-session')} description="Objects with their history">
              Save session…
            </DropdownItem>
            <DropdownItem onClick={() => openDialog('rename')}>Rename…</DropdownItem>
            <DropdownItem onClick={() => openDialog('reset')}>Reset…</DropdownItem>
            <DropdownItem
              isAriaDisabled={list.clusters.length === 1}
              {...(list.clusters.length === 1 ? { description: 'This is the only cluster' } : {})}
              onClick={() => openDialog('delete')}
            >
              Delete…
            </DropdownItem>
          </DropdownList>
        </DropdownGroup>
      </Menu>
      <ClusterDialogs clusters={clusters} />
      <RequestedCommand clusters={clusters} />
      <ReplacedCluster clusters={clusters} />
      <SharedCluster clusters={clusters} />
    </>
  );
}
