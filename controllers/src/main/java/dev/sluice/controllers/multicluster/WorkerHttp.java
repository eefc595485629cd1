package dev.sluice.controllers.multicluster;

import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientImpl;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.http.HttpClient;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/// The HTTP client of one worker. Once it is closed whoever waits for an answer is told so, and no socket stays.
///
/// fabric8's own one only takes the threads away from the JDK's client, which then fails in its midst, and keeps its sockets.
final class WorkerHttp extends JdkHttpClientFactory {
    private final List<HttpClient> made = new CopyOnWriteArrayList<>();

    @Override
    protected HttpClient.Builder createNewHttpClientBuilder() {
        HttpClient.Builder real =
                HttpClient.newBuilder().executor(Executors.newVirtualThreadPerTaskExecutor());
        return (HttpClient.Builder)
                Proxy.newProxyInstance(
                        WorkerHttp.class.getClassLoader(),
                        new Class<?>[] {HttpClient.Builder.class},
                        (self, method, arguments) -> {
                            Object answer = call(real, method, arguments);
                            if (answer instanceof HttpClient client) {
                                made.add(client);
                            }
                            return answer == real ? self : answer;
                        });
    }

    private static @Nullable Object call(
            HttpClient.Builder real, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException failed) {
            throw failed.getTargetException();
        }
    }

    @Override
    protected void closeHttpClient(JdkHttpClientImpl client) {
        made.forEach(HttpClient::shutdownNow);
    }
}
