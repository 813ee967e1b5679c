import { useNavigate } from '../../router/hooks.ts'
import { saveAll, listUnsaved } from './leave-guard.ts'
import { useDialogs } from './ask.ts'
import { askLeave } from './leave-question.tsx'

/** Goes from a dialog to a page and closes all dialogs; unsaved changes in them or below them are asked about first. */
export function useExitGuard(): (path: string) => void {
  const navigate = useNavigate()
  const leave = async (path: string) => {
    const forms = listUnsaved().length
    const answer = forms > 0 ? await askLeave(forms) : 'drop'
    if (!answer || (answer === 'save' && !(await saveAll()))) return
    // While a dialog is open the page below it does not ask again, so the dialogs close after the navigation.
    navigate(path)
    for (const { close } of useDialogs.getState().stack.toReversed()) close()
  }
  return (path) => void leave(path)
}
