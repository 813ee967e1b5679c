import { useEffect, useState, type ReactNode } from 'react'
import { paths } from '#contract/screen-paths.ts'
import { lazyComponent } from '../../lazy-component.tsx'
import { useLocation } from '../../router/hooks.ts'
import { Outlet } from '../../router/view.tsx'
import { screenAt } from '#contract/screen-paths.ts'
import { isStation } from '../../session/guards.ts'
import { useHeldRights, useRightsKnown } from '../../api/use-may.ts'
import { useLive } from '../../api/live/use-live.ts'
import { useSignInAgain } from '../../api/sign-in-again.ts'
import { isTourSeenAtStart } from '../../session/first-answers.ts'
import { savePreferences, usePreferences } from '../../state/preferences.ts'
import { isOperator, isPhone, useStore } from '../../state/store.ts'
import { useWantedPlace } from '../../state/wanted-place.ts'
import { useDialogs } from '../../ui/dialogs/ask.ts'
import { KitProvider } from '../kit-provider.tsx'
import { keysNow, useKeys, useKeysEverywhere, type Key } from '../../ui/keyboard/keys.ts'
import { LoadingLayer, Waiting } from '../../ui/feedback/waiting.tsx'
import { PartBoundary } from '../../ui/layout/part-boundary.tsx'
import { Header } from '../header.tsx'
import { useScreen } from '../use-screen.ts'
import { TOUR_AGAIN } from '../pages/home-path.ts'
import styles from './main-layout.module.css'
import { Navigation } from '../navigation/navigation-pane.tsx'

const NoAccess = lazyComponent(
  async () => (await import('../pages/no-access.tsx')).NoAccess,
  <Waiting />,
)
const loadDialogs = () => import('../../ui/dialogs/dialogs.tsx')
const loadPalette = () => import('../palette/palette.tsx')
const Dialogs = lazyComponent(async () => (await loadDialogs()).Dialogs, OverlayPlace)
const Palette = lazyComponent(async () => (await loadPalette()).Palette, OverlayPlace)
// Neither shortcuts nor a hand-held scanner are used in the first moment of a screen.
const FloatingButtons = lazyComponent(
  async () => (await import('../floating-buttons.tsx')).FloatingButtons,
  <span className={styles['strip']} />,
)
const HandScanner = lazyComponent(
  async () => (await import('../hand-scanner/hand-scanner.tsx')).HandScanner,
)
const KeysHelp = lazyComponent(
  async () => (await import('../keys-help.tsx')).KeysHelp,
  OverlayPlace,
)
const HelpPanel = lazyComponent(
  async () => (await import('../../features/help/help-panel.tsx')).HelpPanel,
  OverlayPlace,
)
const Tour = lazyComponent(async () => (await import('../../features/help/tour/tour.tsx')).Tour)
const ReLogin = lazyComponent(
  async () => (await import('../../session/re-login.tsx')).ReLogin,
  OverlayPlace,
)

export function Component() {
  return (
    <KitProvider>
      <MainLayout />
    </KitProvider>
  )
}

const SCREEN_IS_READY_MS = 2000

/** On a slow network the first press would wait for these files: they are fetched behind the screen's own, except on a telephone. */
function fetchOverlays() {
  if (isPhone(useStore.getState())) return undefined
  const later = setTimeout(() => {
    // One that does not come is told when it is wanted.
    for (const load of [loadDialogs, loadPalette]) void load().catch(() => undefined)
  }, SCREEN_IS_READY_MS)
  return () => clearTimeout(later)
}

/**
 * What is open over the screen: the palette, perhaps with words to search for, the list of the keys that worked when it was opened, or
 * the guide, which leads to such a list and knows the window that was on top.
 */
type Overlay = 'palette' | { words: string } | Key[] | { keys: Key[]; over: string | undefined }

/** Header, navigation and the only pane that scrolls; all overlays are mounted here. */
function MainLayout() {
  const folded = usePreferences((preferences) => preferences.navigationFolded)
  const narrow = useStore((state) => state.app.screen.width < NARROW)
  const signedIn = useStore((state) => state.account !== null)
  const shortcuts = useShortcuts()
  const [drawer, setDrawer] = useState(false)
  const [overlay, setOverlay] = useState<Overlay>()
  const { pathname: place, state } = useLocation()
  const [drawerPlace, setDrawerPlace] = useState(place)
  // Choosing an entry of the drawer closes it: the address has changed.
  if (drawerPlace !== place) {
    setDrawerPlace(place)
    setDrawer(false)
  }
  const [tourSeen] = useState(isTourSeenAtStart)
  const wantsTour = signedIn && isHome(place) && (!tourSeen || state === TOUR_AGAIN)
  const fold = () => (narrow ? setDrawer(!drawer) : savePreferences({ navigationFolded: !folded }))
  useLive()
  useEffect(fetchOverlays, [])
  const show = (wanted: Wanted) => setOverlay(overlayOf(wanted))
  const keys = <ShellKeys show={show} fold={fold} />
  const shape = narrow || !signedIn ? 'drawer' : folded ? 'folded' : 'wide'
  return (
    <div className={styles['layout']} data-navigation={shape} data-open={drawer || undefined}>
      <a className={styles['skip']} href="#content">
        К содержанию
      </a>
      <Header fold={fold} open={show} shortcuts={shortcuts.inHeader} />
      <Navigation folded={shape === 'folded'} hidden={!signedIn || (narrow && !drawer)} />
      {narrow && drawer && (
        <button
          type="button"
          aria-label="Закрыть меню"
          className={styles['veil']}
          onClick={() => setDrawer(false)}
        />
      )}
      <main id="content" className={styles['content']} tabIndex={-1}>
        <Screen keys={keys} />
      </main>
      {keys}
      <PartBoundary>
        {shortcuts.below}
        {signedIn && (
          <HandScanner
            search={(words) => setOverlay({ words })}
            closeOver={() => setOverlay(undefined)}
          />
        )}
        {wantsTour && <Tour again={state === TOUR_AGAIN} />}
      </PartBoundary>
      <Overlays overlay={overlay} show={setOverlay} />
    </div>
  )
}

/** In the header; on a phone in a strip of their own below the page, where a thumb is, whose place is kept while they load. */
function useShortcuts() {
  const operator = useStore(isOperator)
  const phone = useStore(isPhone)
  const buttons = operator && <FloatingButtons />
  return phone ? { inHeader: null, below: buttons } : { inHeader: buttons, below: null }
}

const isHome = (pathname: string) => pathname === paths.operator || pathname === paths.super

/** Below this width the navigation is a drawer (screens.md 2.1). */
const NARROW = 900

type Wanted = 'palette' | 'keys' | 'help'

function overlayOf(wanted: Wanted): Overlay {
  if (wanted === 'palette') return wanted
  const keys = keysNow()
  const over = useDialogs.getState().stack.at(-1)?.frame.title
  return wanted === 'keys' ? keys : { keys, over }
}

interface ShellKeysProps {
  show: (overlay: Wanted) => void
  fold: () => void
}

function ShellKeys({ show, fold }: ShellKeysProps) {
  useKeys([
    { hotkey: 'palette', label: 'Поиск и действия', run: () => show('palette') },
    { hotkey: 'help', label: 'Горячие клавиши', run: () => show('keys') },
    { hotkey: 'fold', label: 'Свернуть меню', run: fold },
  ])
  // In a dialog they show its chapter and its keys.
  useKeysEverywhere([
    { keys: 'F1', label: 'Справка', run: () => show('help') },
    { keys: 'Shift+F1', label: 'Горячие клавиши', run: () => show('keys') },
  ])
  return null
}

/** The keys of the shell work while the next screen loads, those of the previous screen do not. */
function Screen({ keys }: { keys: ReactNode }) {
  const shown = useLocation().pathname
  const waiting = useWantedPlace(({ pathname }) => pathname !== shown)
  return (
    <>
      {waiting && <LoadingBar />}
      {waiting && <LoadingLayer>{keys}</LoadingLayer>}
      <AllowedScreen />
    </>
  )
}

/** A screen that a right opens is not begun without it: what it reads may be open to others (domain.md 7.1). */
function AllowedScreen() {
  const needed = useScreen()?.rights
  const rights = useHeldRights(needed !== undefined)
  const isKnown = useRightsKnown(needed !== undefined)
  const name = screenAt(useLocation().pathname)
  if (!needed) return <Outlet />
  // Vehicles are weighed without a server too, which then tells no rights.
  if (!isKnown && !isStation(name)) return <Waiting />
  return rights && !needed.some((one) => rights.has(one)) ? <NoAccess /> : <Outlet />
}

function LoadingBar({ over = false }: { over?: boolean }) {
  const props = { role: 'progressbar', 'aria-label': 'Загрузка', 'data-over': over || undefined }
  return <div className={styles['loading']} {...props} />
}

interface OverlaysProps {
  overlay: Overlay | undefined
  show: (overlay: Overlay | undefined) => void
}

/** In place of an overlay whose file is on its way. */
function OverlayPlace() {
  return (
    <LoadingLayer>
      <LoadingBar over />
    </LoadingLayer>
  )
}

function Overlays({ overlay, show }: OverlaysProps) {
  const close = () => show(undefined)
  const isKeys = Array.isArray(overlay)
  const isHelp = typeof overlay === 'object' && 'keys' in overlay && !isKeys
  const asked = useDialogs((dialogs) => dialogs.stack.length > 0)
  const ended = useSignInAgain((signIn) => signIn.isOpen)
  return (
    <>
      <PartBoundary close={close}>
        {overlay && !isKeys && !isHelp && (
          <Palette {...(overlay !== 'palette' && overlay)} close={close} />
        )}
        {isKeys && <KeysHelp keys={overlay} close={close} />}
        {isHelp && (
          <HelpPanel windowTitle={overlay.over} openKeys={() => show(overlay.keys)} close={close} />
        )}
      </PartBoundary>
      <PartBoundary close={cancelDialogs}>{asked && <Dialogs />}</PartBoundary>
      <PartBoundary>{ended && <ReLogin />}</PartBoundary>
    </>
  )
}

/** Dialogs that cannot be shown are answered as cancelled. */
function cancelDialogs() {
  for (const dialog of useDialogs.getState().stack.toReversed()) dialog.close()
}
