import { noticeChoices } from '#contract/user/notice-choices.ts'
import { user } from '#contract/user/user.ts'
import { serve } from '#http/serve.ts'
import { checkPcode } from './pcode/check-pcode.ts'
import { createUser } from './people/create-user.ts'
import { generatePcode } from './pcode/generate-pcode.ts'
import { getActions, listRoles } from './rights/get-actions.ts'
import { getRightHolders } from './rights/right-holders.ts'
import { updateAccess } from './rights/update-access.ts'
import { saveAction } from './rights/update-action.ts'
import { saveFolder } from './rights/update-folder.ts'
import { getHistory } from './own/get-history.ts'
import { listAllUsers, listUsersOfCompany } from './people/list-users.ts'
import { getNoticeChoices, sendTestMail, updateNoticeChoices } from './notices/notice-choices.ts'
import { getNotices, readNotices } from './notices/notices.ts'
import { getPreferences, updatePreference } from './own/preferences.ts'
import { sendLinks } from './people/send-links.ts'
import { setUserStatus } from './people/set-user-status.ts'
import { superUpdateUser } from './people/super-update-user.ts'
import { updateUsersInfo } from './people/update-users-info.ts'

/** Users, their rights and confirmations, and their own settings and notices. */
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
  serve(user.updateFolder, saveFolder),
  serve(user.updateAction, saveAction),
  serve(user.updateActionAccess, updateAccess),
  serve(user.superGetRightHolders, getRightHolders),
  serve(user.generatePCode, generatePcode),
  serve(user.checkPCode, checkPcode),
  serve(user.getPreferences, getPreferences),
  serve(user.updatePreference, updatePreference),
  serve(user.getNotices, getNotices),
  serve(user.readNotices, readNotices),
  serve(noticeChoices.getNoticeChoices, getNoticeChoices),
  serve(noticeChoices.updateNoticeChoices, updateNoticeChoices),
  serve(noticeChoices.testMail, sendTestMail),
  serve(user.getHistory, getHistory),
]
