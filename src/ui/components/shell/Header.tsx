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
import QuestionCircleIcon from '@patternfly/react-icons/dist/esm/icons/question-circle-icon';
import TerminalIcon from '@patternfly/react-icons/dist/esm/icons/terminal-icon';
import { Link, useMatches } from '@tanstack/react-router';
import { useStore } from 'zustand';
import { useApplication } from '../../hooks/use-application.ts';
import { ConnectionIndicator } from './ConnectionIndicator.tsx';
import { ClusterMenu } from './clusters/ClusterMenu.tsx';
import { NamespaceSelector } from './NamespaceSelector.tsx';
import { CommandPalette } from './palette/CommandPalette.tsx';
import { ThemeMenu } from './ThemeMenu.tsx';
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

/** Opens the documentation of the current view. */
function HelpButton() {
  const documentation = useMatches({ select: (matches) => matches.at(-1)?.staticData.documentation });
  const [page = '', section = ''] = documentation?.split('#') ?? [];
  return (
    <Button
      variant="plain"
      aria-label="Help"
      title="Help for this view"
      icon={<QuestionCircleIcon />}
      component={(props: object) => <Link {...props} to="/docs/$" params={{ _splat: page }} hash={section} />}
    />
  );
}

/** Opens and closes the terminal. */
function TerminalButton() {
  const { isOpen, setOpen } = useStore(useApplication().terminal);
  return (
    <Button
      variant="plain"
      aria-label="Terminal"
      title="Terminal (Ctrl+`)"
      aria-keyshortcuts="Control+`"
      aria-pressed={isOpen}
      icon={<TerminalIcon />}
      onClick={() => setOpen(!isOpen)}
    />
  );
}
