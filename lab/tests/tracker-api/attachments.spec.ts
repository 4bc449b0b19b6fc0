import { File } from 'node:buffer';
import { expect } from '@playwright/test';
import { FormData } from 'undici';
import { endpoints } from '../../../contracts/index.js';
import { test } from './tracker-test.js';
import type { Tracker } from './tracker.js';

const bytes = Buffer.from([0, 1, 2, 250, 255]);

function form(...parts: readonly [part: string, filename: string, type?: string][]): FormData {
  const body = new FormData();
  for (const [part, filename, type = 'text/plain'] of parts) body.append(part, new File([bytes], filename, { type }));
  return body;
}

async function attach(tracker: Tracker, user: 'admin' | 'tess', filename: string) {
  const reply = await tracker[user].upload('/issue/DEMO-1/attachments', form(['file', filename]));
  const [attachment] = endpoints.addAttachments.response.parse(reply.body);
  if (attachment === undefined) throw new Error('Nothing was attached.');
  return attachment;
}

test.describe('POST /issue/{issueIdOrKey}/attachments', () => {
  test('attaches several files at once', async ({ tracker }) => {
    const reply = await tracker.tess.upload(
      '/issue/DEMO-1/attachments',
      form(['file', 'a.txt'], ['file', 'b.png', 'image/png']),
    );

    expect(reply.status).toBe(200);
    const attachments = endpoints.addAttachments.response.parse(reply.body);
    expect(attachments).toMatchObject([
      { filename: 'a.txt', mimeType: 'text/plain', size: 5, author: { name: 'tess' } },
      { filename: 'b.png', mimeType: 'image/png', size: 5 },
    ]);
    const issue = endpoints.getIssue.response.parse((await tracker.tess.get('/issue/DEMO-1')).body);
    expect(issue.fields['attachment']).toEqual(attachments);
  });

  test('refuses a part with another name and stores nothing', async ({ tracker }) => {
    const reply = await tracker.tess.upload('/issue/DEMO-1/attachments', form(['file', 'a.txt'], ['photo', 'b.txt']));

    expect(reply.status).toBe(400);
    expect(tracker.tenant.state().attachments).toEqual([]);
  });

  test('refuses a body without files', async ({ tracker }) => {
    const empty = new FormData();
    empty.append('note', 'no file');

    expect((await tracker.tess.upload('/issue/DEMO-1/attachments', empty)).status).toBe(400);
  });

  test('refuses a body that ends within a file', async ({ tracker }) => {
    const start = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nand then';

    const reply = await tracker.tess.uploadText('/issue/DEMO-1/attachments', start, 'x');

    expect(reply.status).toBe(400);
    expect(tracker.tenant.state().attachments).toEqual([]);
  });

  test('refuses a name of more than 255 characters', async ({ tracker }) => {
    const reply = await tracker.tess.upload('/issue/DEMO-1/attachments', form(['file', `${'x'.repeat(252)}.txt`]));

    expect(reply.status).toBe(400);
  });

  test('answers 404 for an unknown issue', async ({ tracker }) => {
    expect((await tracker.tess.upload('/issue/DEMO-99/attachments', form(['file', 'a.txt']))).status).toBe(404);
  });

  test('answers 403 without the permission', async ({ tracker }) => {
    tracker.addReadOnlyProject();

    expect((await tracker.tess.upload('/issue/READ-1/attachments', form(['file', 'a.txt']))).status).toBe(403);
  });
});

test.describe('GET /attachment/{attachmentId}', () => {
  test('answers what is known of a file', async ({ tracker }) => {
    const attachment = await attach(tracker, 'tess', 'a.txt');

    const reply = await tracker.tess.get(`/attachment/${attachment.id}`);

    expect(endpoints.getAttachment.response.parse(reply.body)).toEqual(attachment);
  });

  test('answers 404 for an unknown file and to a user who may not see its issue', async ({ tracker }) => {
    const { id } = await attach(tracker, 'tess', 'a.txt');

    expect((await tracker.tess.get('/attachment/1')).status).toBe(404);
    expect((await tracker.guest.get(`/attachment/${id}`)).status).toBe(404);
  });
});

test.describe('GET /attachment/{attachmentId}/{filename}', () => {
  test('answers the bytes that were sent, under their name', async ({ tracker }) => {
    const { content } = await attach(tracker, 'tess', 'Größe "50%"/é.txt');

    const response = await tracker.tess.raw(content);

    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
    expect(response.headers.get('content-type')).toBe('text/plain');
    expect(response.headers.get('content-disposition')).toContain("filename*=UTF-8''");
  });

  test('tells a name of other letters in ASCII and in full', async ({ tracker }) => {
    const { content, filename } = await attach(tracker, 'tess', '表 (1).txt');

    const response = await tracker.tess.raw(content);

    expect(filename).toBe('表 (1).txt');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="_ (1).txt"; filename*=UTF-8''%E8%A1%A8%20%281%29.txt`,
    );
  });

  test('answers 404 to a user who may not see the issue', async ({ tracker }) => {
    const { content } = await attach(tracker, 'tess', 'a.txt');

    expect((await tracker.guest.raw(content)).status).toBe(404);
  });
});

test.describe('DELETE /attachment/{attachmentId}', () => {
  test('deletes a file', async ({ tracker }) => {
    const { id } = await attach(tracker, 'tess', 'a.txt');

    const reply = await tracker.tess.delete(`/attachment/${id}`);

    expect(reply).toMatchObject({ status: 204, body: undefined });
    expect((await tracker.tess.get(`/attachment/${id}`)).status).toBe(404);
  });

  test("refuses to delete another user's file", async ({ tracker }) => {
    const { id } = await attach(tracker, 'admin', 'a.txt');

    expect((await tracker.tess.delete(`/attachment/${id}`)).status).toBe(403);
    expect((await tracker.tess.get(`/attachment/${id}`)).status).toBe(200);
  });
});
