import { noticeChoices } from '#contract/user/notice-choices.ts'
import { pushBrowsers } from '#contract/user/push-browsers.ts'
import { user } from '#contract/user/user.ts'
import { approvalAsks } from '#contract/user/approval/approval-asks.ts'
import { userAccess } from '#contract/user/user-access.ts'
import { userRights } from '#contract/user/user-rights.ts'
import { serviceAccounts } from '#contract/user/service-accounts.ts'
import { webhooks } from '#contract/webhook/webhooks.ts'
import { userSessions } from '#contract/user/user-sessions.ts'
import { serve } from '#http/serve.ts'
import * as push from './push/push-browsers.ts'
import * as service from './service/service-accounts.ts'
import * as webhook from './webhook/webhooks.ts'
import * as deliveries from './webhook/deliveries.ts'
import { answerApprovalAsk, beginApprovalKey } from './approval/answer-ask.ts'
import { askApproval, getAskedApproval, takeAskedApproval } from './approval/asks.ts'
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
import { listLinks } from './people/list-links.ts'
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
  serve(userSessions.superGetLinks, listLinks),
  serve(user.updateInfo, updateUsersInfo),
  serve(userAccess.getActions, getActions),
  serve(userRights.superGetRoles, listRoles),
  serve(userRights.updateFolder, saveFolder),
  serve(userRights.updateAction, saveAction),
  serve(userRights.updateActionAccess, updateAccess),
  serve(userRights.superGetRightHolders, getRightHolders),
  serve(userAccess.generatePCode, generatePcode),
  serve(userAccess.checkPCode, checkPcode),
  serve(approvalAsks.askApproval, askApproval),
  serve(approvalAsks.getAskedApproval, getAskedApproval),
  serve(approvalAsks.takeAskedApproval, takeAskedApproval),
  serve(approvalAsks.beginApprovalKey, beginApprovalKey),
  serve(approvalAsks.answerApprovalAsk, answerApprovalAsk),
  serve(user.getPreferences, getPreferences),
  serve(user.updatePreference, updatePreference),
  serve(user.getNotices, getNotices),
  serve(user.readNotices, readNotices),
  serve(noticeChoices.getNoticeChoices, getNoticeChoices),
  serve(noticeChoices.updateNoticeChoices, updateNoticeChoices),
  serve(noticeChoices.testMail, sendTestMail),
  serve(pushBrowsers.getPushBrowsers, push.getPushBrowsers),
  serve(pushBrowsers.beginPush, push.beginPush),
  serve(pushBrowsers.addPushBrowser, push.addPushBrowser),
  serve(pushBrowsers.removePushBrowser, push.removePushBrowser),
  serve(pushBrowsers.testPush, push.testPush),
  serve(user.getHistory, getHistory),
  serve(serviceAccounts.superGetServiceAccounts, service.listServiceAccounts),
  serve(serviceAccounts.superCreateServiceAccount, service.createServiceAccount),
  serve(serviceAccounts.superUpdateServiceAccount, service.updateServiceAccount),
  serve(serviceAccounts.superAddServiceKey, service.addServiceKey),
  serve(serviceAccounts.superRevokeServiceKey, service.revokeServiceKey),
  serve(webhooks.superGetWebhooks, webhook.listWebhooks),
  serve(webhooks.superCreateWebhook, webhook.createWebhook),
  serve(webhooks.superUpdateWebhook, webhook.updateWebhook),
  serve(webhooks.superRotateWebhookSecret, webhook.rotateSecret),
  serve(webhooks.superTestWebhook, deliveries.testWebhook),
  serve(webhooks.superGetWebhookDeliveries, deliveries.listDeliveries),
  serve(webhooks.superGetWebhookDelivery, deliveries.getDelivery),
  serve(webhooks.superResendWebhookDelivery, deliveries.resendDelivery),
]
