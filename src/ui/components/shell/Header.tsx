import {
  Button,
  Masthead,
  MastheadBrand,
  MastheadContent,
  MastheadLogo,
  MastheadMain,
  MastheadToggle,
  PageToggleButton,
  Toolbar,
  ToolbarContent,
  ToolbarGroup,
  ToolbarItem,
} from '@patternfly/react-core';
import PlusCircleIcon from '@patternfly/react-icons/dist/esm/icons/plus-circle-icon';
import { Link } from '@tanstack/react-router';
import { ConnectionIndicator } from './ConnectionIndicator.tsx';
import { ClusterMenu } from './clusters/ClusterMenu.tsx';
import { HelpButton } from './HelpButton.tsx';
import { NamespaceSelector } from './NamespaceSelector.tsx';
import { CommandPalette } from './palette/CommandPalette.tsx';
import { ThemeMenu } from './ThemeMenu.tsx';
import { TerminalButton } from './terminal/TerminalButton.tsx';
import { UserMenu } from './UserMenu.tsx';

interface HeaderProps {
  readonly isNavigationOpen: boolean;
  readonly onToggleNavigation: () => void;
}

export function Header({ isNavigationOpen, onToggleNavigation }: HeaderProps) {
  return (
    <Masthead className="tp-masthead" display={{ default: 'inline' }}>
      <MastheadMain>
        <MastheadToggle>
          <PageToggleButton
            variant="plain"
            isHamburgerButton
            aria-label="Navigation"
            isSidebarOpen={isNavigationOpen}
            onSidebarToggle={onToggleNavigation}
          />
        </MastheadToggle>
        <MastheadBrand>
          <MastheadLogo component={(props: object) => <Link {...props} to="/" aria-label="Tabplane" />}>
            <span className="tp-brand">
              <img src="/icon.svg" alt="Tabplane" width={28} height={28} />
              <span className="tp-brand-name" aria-hidden>
                Tabplane
              </span>
            </span>
          </MastheadLogo>
        </MastheadBrand>
      </MastheadMain>
      <MastheadContent>
        <Toolbar isStatic>
          <ToolbarContent>
            <ToolbarItem>
              <ClusterMenu />
            </ToolbarItem>
            <ToolbarItem>
              <NamespaceSelector />
            </ToolbarItem>
            <ToolbarGroup align={{ default: 'alignEnd' }} columnGap={{ default: 'columnGapSm' }}>
              <ToolbarItem alignSelf="center">
                <ConnectionIndicator />
              </ToolbarItem>
              <ToolbarItem>
                <Button
                  variant="plain"
                  aria-label="Apply YAML"
                  title="Apply YAML"
                  icon={<PlusCircleIcon />}
                  component={(props: object) => <Link {...props} to="/apply" />}
                />
              </ToolbarItem>
              <ToolbarItem>
                <TerminalButton />
              </ToolbarItem>
              <ToolbarItem>
                <CommandPalette />
              </ToolbarItem>
              <ToolbarItem>
                <HelpButton />
              </ToolbarItem>
              <ToolbarItem>
                <ThemeMenu />
              </ToolbarItem>
              <ToolbarItem>
                <UserMenu />
              </ToolbarItem>
            </ToolbarGroup>
          </ToolbarContent>
        </Toolbar>
      </MastheadContent>
    </Masthead>
  );
}
