import { user } from '#contract/user.ts'
import { serve } from '#http/serve.ts'
import { checkPcode } from './check-pcode.ts'
import { createUser } from './create-user.ts'
import { generatePcode } from './generate-pcode.ts'
import { getActions, listRoles } from './get-actions.ts'
import { getHistory } from './get-history.ts'
import { listAllUsers, listUsersOfCompany } from './list-users.ts'
import { getNotices, readNotices } from './notices.ts'
import { getPreferences, updatePreference } from './preferences.ts'
import { sendLinks } from './send-links.ts'
import { setUserStatus } from './set-user-status.ts'
import { superUpdateUser } from './super-update-user.ts'
import { updateUsersInfo } from './update-users-info.ts'

/** People, their rights and confirmations, and what each keeps on his own desk. */
export const userRoutes = [
  serve(user.getByCompany, listUsersOfCompany),
  serve(user.superGetAll, listAllUsers),
  serve(user.create, createUser),
  serve(user.superUpdate, superUpdateUser),
  serve(user.superSetStatus, setUserStatus),
  serve(user.sendTemporaryLinks, sendLinks),
  serve(user.updateInfo, updateUsersInfo),
  serve(user.getActions, getActions),
  serve(user.superGetRoles, listRoles),
  serve(user.generatePCode, generatePcode),
  serve(user.checkPCode, checkPcode),
  serve(user.getPreferences, getPreferences),
  serve(user.updatePreference, updatePreference),
  serve(user.getNotices, getNotices),
  serve(user.readNotices, readNotices),
  serve(user.getHistory, getHistory),
]
