import { expect } from '@playwright/test';
import { endpoints } from '../../../contracts/index.js';
import { test } from './tracker-test.js';
import type { Tracker } from './tracker.js';

async function addComment(tracker: Tracker, user: 'admin' | 'tess', body: string) {
  return endpoints.addComment.response.parse((await tracker[user].post('/issue/DEMO-1/comment', { body })).body);
}

test.describe('GET /issue/{issueIdOrKey}/comment', () => {
  test('lists the comments, oldest first', async ({ tracker }) => {
    await addComment(tracker, 'tess', 'Second');

    const page = endpoints.listComments.response.parse((await tracker.tess.get('/issue/DEMO-1/comment')).body);

    expect(page.comments.map(({ body }) => body)).toEqual(['Seen here too.', 'Second']);
    expect(page).toMatchObject({ startAt: 0, total: 2 });
  });

  test('lists a page of them, newest first', async ({ tracker }) => {
    await addComment(tracker, 'tess', 'Second');

    const reply = await tracker.tess.get('/issue/12001/comment?orderBy=-created&maxResults=1');

    const page = endpoints.listComments.response.parse(reply.body);
    expect(page.comments.map(({ body }) => body)).toEqual(['Second']);
    expect(page).toMatchObject({ maxResults: 1, total: 2 });
  });

  test('refuses an order it does not know', async ({ tracker }) => {
    expect((await tracker.tess.get('/issue/DEMO-1/comment?orderBy=author')).status).toBe(400);
  });

  test('answers 403 to a user who may not see the issue', async ({ tracker }) => {
    expect((await tracker.guest.get('/issue/DEMO-1/comment')).status).toBe(403);
  });
});

test.describe('POST /issue/{issueIdOrKey}/comment', () => {
  test('adds a comment by the caller', async ({ tracker }) => {
    const reply = await tracker.tess.post('/issue/DEMO-1/comment', { body: 'Ünïcode\nand lines' });

    expect(reply.status).toBe(201);
    const comment = endpoints.addComment.response.parse(reply.body);
    expect(comment).toMatchObject({ body: 'Ünïcode\nand lines', author: { name: 'tess' } });
    expect((await tracker.tess.get(`/issue/DEMO-1/comment/${comment.id}`)).body).toEqual(comment);
  });

  test('refuses an empty comment', async ({ tracker }) => {
    const reply = await tracker.tess.post('/issue/DEMO-1/comment', { body: ' ' });

    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({ errorMessages: [], errors: { comment: 'Comment body can not be empty!' } });
  });

  test('answers 404 for an unknown issue', async ({ tracker }) => {
    expect((await tracker.tess.post('/issue/DEMO-99/comment', { body: 'x' })).status).toBe(404);
  });

  test('answers 403 without the permission', async ({ tracker }) => {
    tracker.addReadOnlyProject();

    expect((await tracker.tess.post('/issue/READ-1/comment', { body: 'x' })).status).toBe(403);
  });
});

test.describe('GET /issue/{issueIdOrKey}/comment/{commentId}', () => {
  test('answers 404 for an unknown comment, and for one of another issue', async ({ tracker }) => {
    const { id } = await addComment(tracker, 'tess', 'On the first');

    expect((await tracker.tess.get('/issue/DEMO-1/comment/1')).status).toBe(404);
    expect((await tracker.tess.get(`/issue/DEMO-2/comment/${id}`)).status).toBe(404);
    expect((await tracker.tess.get('/issue/DEMO-1/comment/x')).status).toBe(404);
  });
});

test.describe('PUT /issue/{issueIdOrKey}/comment/{commentId}', () => {
  test('replaces the text', async ({ tracker }) => {
    const { id } = await addComment(tracker, 'tess', 'Before');

    const reply = await tracker.tess.put(`/issue/DEMO-1/comment/${id}`, { body: 'After' });

    expect(reply.status).toBe(200);
    expect(endpoints.editComment.response.parse(reply.body)).toMatchObject({ id, body: 'After' });
  });

  test("refuses to change another user's comment", async ({ tracker }) => {
    const { id } = await addComment(tracker, 'admin', 'Mine');

    expect((await tracker.tess.put(`/issue/DEMO-1/comment/${id}`, { body: 'Yours' })).status).toBe(403);
  });
});

test.describe('DELETE /issue/{issueIdOrKey}/comment/{commentId}', () => {
  test('deletes a comment; an administrator also those of others', async ({ tracker }) => {
    const { id } = await addComment(tracker, 'tess', 'Away');

    const reply = await tracker.admin.delete(`/issue/DEMO-1/comment/${id}`);

    expect(reply).toMatchObject({ status: 204, body: undefined });
    expect((await tracker.tess.get(`/issue/DEMO-1/comment/${id}`)).status).toBe(404);
  });

  test("refuses to delete another user's comment", async ({ tracker }) => {
    const { id } = await addComment(tracker, 'admin', 'Mine');

    expect((await tracker.tess.delete(`/issue/DEMO-1/comment/${id}`)).status).toBe(403);
    expect((await tracker.tess.get(`/issue/DEMO-1/comment/${id}`)).status).toBe(200);
  });
});
