import { followHotkeys } from './session/own-hotkeys.ts'

/** What no first screen waits for: loaded while it is drawn. */
export function setUpAfterStart(): void {
  cancelStrayDrops()
  followHotkeys()
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
