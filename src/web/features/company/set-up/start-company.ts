import { company } from '#contract/company/company.ts'
import { send } from '#web/api/send.ts'
import { wasTold } from '#web/state/call-error.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { START } from '../company-status.tsx'

/** The first step of a company, from the list of what it still needs. */
export async function startCompany(id: string): Promise<void> {
  const { label, text, to, successText } = START
  if (!(await ask.confirm({ title: label, text, main: label }))) return
  const saved = await send(company.setStatus, { body: { id, new_status: to } }).catch(wasTold)
  if (saved) toast.success(successText)
}
