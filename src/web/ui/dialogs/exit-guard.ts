import { useNavigate } from 'react-router'
import { saveAll, listUnsaved } from './leave-guard.ts'
import { useDialogs } from './ask.ts'
import { askLeave } from './leave-question.tsx'

/** Leads from a window to a page and closes all windows; what is changed in them or under them is asked about first. */
export function useExitGuard(): (path: string) => void {
  const navigate = useNavigate()
  const leave = async (path: string) => {
    const forms = listUnsaved().length
    const answer = forms > 0 ? await askLeave(forms) : 'drop'
    if (!answer || (answer === 'save' && !(await saveAll()))) return
    // An open window keeps the question of the page under it from being asked once more: it closes after the step.
    void navigate(path)
    for (const { close } of useDialogs.getState().stack.toReversed()) close()
  }
  return (path) => void leave(path)
}
