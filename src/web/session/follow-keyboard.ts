/**
 * The keyboard of a phone covers the page without making it smaller: its height is stored in `--keyboard`, which the frame and
 * dialogs leave free, and the field being typed into stays in view. A zoomed page is left alone.
 */
export function followKeyboard(): void {
  const view = window.visualViewport
  if (!view) return
  view.addEventListener('resize', () => {
    const covered = view.scale === 1 ? Math.max(0, window.innerHeight - Math.round(view.height)) : 0
    document.documentElement.style.setProperty('--keyboard', `${covered}px`)
    if (covered > 0) document.activeElement?.scrollIntoView({ block: 'nearest' })
  })
}
