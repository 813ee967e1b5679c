import { paths, to } from '#contract/screen-paths.ts'
import { isPhone, useStore, userId } from './state/store.ts'
import { comboPressed } from './ui/keyboard/hotkeys.ts'

/** What no first screen waits for: loaded while it is drawn. */
export function setUpAfterStart(): void {
  cancelStrayDrops()
  followOwnHotkeys()
  openHelpByKey()
  if (isPhone(useStore.getState())) followKeyboard()
  if (matchMedia('(display-mode: standalone)').matches) storeInstalled()
}

/** Of whoever is signed in at something that has keys: sign-in and a telephone ask for none. */
function followOwnHotkeys(): void {
  let stop = () => undefined as void
  const look = () => {
    const state = useStore.getState()
    if (userId(state) === '0' || isPhone(state)) return
    stop()
    void import('./session/own-hotkeys.ts')
      .then(({ followHotkeys }) => followHotkeys())
      .catch(() => undefined)
  }
  stop = useStore.subscribe(look)
  look()
}

/** An icon on the home screen promises that something opens. What cannot be stored is fetched at each start, as in a browser. */
function storeInstalled(): void {
  void import('./offline/store-station.ts')
    .then(({ storeFiles }) => storeFiles())
    .catch(() => undefined)
}

/** Sign-in and the link of a new password have no layers of keys: there F1 opens their chapter, in a tab of its own. */
function openHelpByKey(): void {
  addEventListener('keydown', (event) => {
    if (comboPressed(event) !== 'F1' || event.defaultPrevented) return
    event.preventDefault()
    open(to(paths.helpChapter, { chapter: 'sign-in' }), '_blank', 'noopener')
  })
}

/**
 * A file that is dropped beside the places that take files would be opened by the browser instead of the screen, with everything
 * that was typed there. What took the file has cancelled its event before it comes to the window.
 */
function cancelStrayDrops(): void {
  addEventListener('dragover', cancelStray)
  addEventListener('drop', cancelStray)
}

function cancelStray(event: DragEvent): void {
  const { dataTransfer, defaultPrevented } = event
  if (defaultPrevented || !dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  // The pointer tells that nothing takes the file here.
  dataTransfer.dropEffect = 'none'
}

/**
 * The keyboard of a phone covers the page without making it smaller: its height is stored in `--keyboard`, which the frame and
 * dialogs leave free, and the field being typed into stays in view. A zoomed page is left alone.
 */
function followKeyboard(): void {
  const view = window.visualViewport
  if (!view) return
  view.addEventListener('resize', () => {
    const covered = view.scale === 1 ? Math.max(0, window.innerHeight - Math.round(view.height)) : 0
    document.documentElement.style.setProperty('--keyboard', `${covered}px`)
    if (covered > 0) document.activeElement?.scrollIntoView({ block: 'nearest' })
  })
}
