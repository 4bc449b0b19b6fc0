import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Base64;
import java.util.Map;

/** Opens a tenant of the fake at FAKE_URL, fills it, uses it, and prints its journal: java Example.java */
public class Example {
  static final Map<String, String> ENV = System.getenv();
  static final String FAKE = ENV.getOrDefault("FAKE_URL", "http://127.0.0.1:8099");
  static final String TRACKER = FAKE + "/from-java/rest/api/2";
  static final String CONTROL = "Bearer " + ENV.getOrDefault("TRACKER_CONTROL_TOKEN", "none");
  static final String TESS = "Basic " + Base64.getEncoder().encodeToString("tess:tess".getBytes());
  static final HttpClient HTTP = HttpClient.newHttpClient();

  public static void main(String[] args) throws Exception {
    // A tracker of its own, as the fake's world describes it.
    call(CONTROL, "POST", FAKE + "/control/tenants", "{\"name\": \"from-java\", \"contextPath\": \"/from-java\"}");
    String control = FAKE + "/control/tenants/from-java";
    try {
      // Data that is there before the test begins.
      call(CONTROL, "POST", control + "/rows", "{\"issues\": [{\"id\": 20001, \"key\": \"DEMO-20\", \"issueTypeId\": 10001,"
          + " \"reporter\": \"JIRAUSER10001\", \"fields\": {\"summary\": \"Here before\"}}]}");

      // What the program under test would do.
      call(TESS, "GET", TRACKER + "/issue/DEMO-20", "");
      call(TESS, "POST", TRACKER + "/issue/DEMO-20/comment", "{\"body\": \"Seen\"}");

      // What the tracker was asked.
      System.out.println(call(CONTROL, "GET", control + "/journal", ""));
    } finally {
      call(CONTROL, "DELETE", control, "");
    }
  }

  static String call(String login, String method, String url, String body) throws Exception {
    var publisher = body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
    var request = HttpRequest.newBuilder(URI.create(url)).method(method, publisher)
        .header("Authorization", login).header("Content-Type", "application/json").build();
    var response = HTTP.send(request, BodyHandlers.ofString());
    if (response.statusCode() >= 300) {
      throw new IllegalStateException(method + " " + url + ": " + response.statusCode() + " " + response.body());
    }
    return response.body();
  }
}
