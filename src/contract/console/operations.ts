/** Every operation of the console by id. */
import { listAudit } from './audit.ts'
import { getBillDetails, getDocument } from './billDetails.ts'
import { listCandidates, listTransactionBills } from './bills/candidates.ts'
import { getToDecide } from './bills/toDecide.ts'
import { commentBill, fixBill, getBillWork, moveBill } from './bills/work.ts'
import {
  dropUpload,
  getImport,
  listImports,
  listUploads,
  runImport,
  sendPiece,
  startUpload,
  undoImport,
} from './imports.ts'
import { changeKeyNetworks, createKey, listKeys, revokeKey, rotateKey } from './keys.ts'
import { createMatch, decideSuggestion, deleteMatch, listSuggestions } from './matching.ts'
import { getOverview } from './overview.ts'
import { changeRole, invitePerson, listPeople, removePerson, withdrawInvite } from './people.ts'
import {
  applyRules,
  changeRule,
  chooseCategory,
  createRule,
  deleteRule,
  getCategoryAssignment,
  listRules,
} from './rules.ts'
import {
  acceptLink,
  changePassword,
  disableSecondFactor,
  enableSecondFactor,
  getMe,
  inspectLink,
  joinWorkspace,
  listSessions,
  proposeSecondFactor,
  renewRecoveryCodes,
  revokeSession,
  signIn,
  signOut,
  signOutEverywhere,
} from './session.ts'
import { changeSettings, getSettings } from './settings.ts'
import { getUsage } from './usage.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhookAttempts,
  listWebhooks,
  replayWebhook,
  rotateWebhookSecret,
  testWebhook,
} from './webhooks.ts'

/** Under /console. */
export const personalOperations = {
  getMe,
  signIn,
  signOut,
  signOutEverywhere,
  listSessions,
  revokeSession,
  inspectLink,
  acceptLink,
  joinWorkspace,
  changePassword,
  proposeSecondFactor,
  enableSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
}

/** Under /console/workspaces/{workspaceId}, next to the API's operations, which are there under /v1. */
export const workspaceOperations = {
  getOverview,
  listKeys,
  createKey,
  rotateKey,
  changeKeyNetworks,
  revokeKey,
  getUsage,
  listWebhooks,
  createWebhook,
  changeWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  replayWebhook,
  listWebhookAttempts,
  listPeople,
  invitePerson,
  withdrawInvite,
  changeRole,
  removePerson,
  listAudit,
  listRules,
  createRule,
  changeRule,
  deleteRule,
  applyRules,
  chooseCategory,
  getCategoryAssignment,
  listSuggestions,
  decideSuggestion,
  createMatch,
  deleteMatch,
  listUploads,
  startUpload,
  sendPiece,
  dropUpload,
  getBillDetails,
  getDocument,
  getBillWork,
  moveBill,
  fixBill,
  commentBill,
  listCandidates,
  listTransactionBills,
  getToDecide,
  getSettings,
  changeSettings,
  runImport,
  listImports,
  getImport,
  undoImport,
}

export const consoleOperations = { ...personalOperations, ...workspaceOperations }
export type ConsoleOperations = typeof consoleOperations
export type ConsoleOperationId = keyof ConsoleOperations
